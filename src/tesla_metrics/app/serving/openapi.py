"""The OpenAPI description of the server."""

from typing import Any

from ..._version import __version__
from ...metrics.inputs import REFERENCES_BY
from ...metrics.registry import DEFAULT, metric_names
from .limits import ServerLimits
from .request_schema import MAX_REFERENCES

_OBJECT, _ARRAY = "object", "array"
_WARNINGS = {
    "type": _ARRAY,
    "items": {"type": "string"},
    "description": "warnings about the texts, such as an unexpected script; absent if there are "
    "none",
}


def describe(bounds: ServerLimits) -> dict[str, Any]:
    """Return the OpenAPI description of all paths."""
    text = {"type": "string", "maxLength": bounds.characters}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tesla serve",
            "version": __version__,
            "description": "How good is a translation, and why? See docs/serve.md.",
        },
        "paths": {
            "/score": _post("Scores of systems", _score(text), "score", _score_records()),
            "/explain": _post(
                "Why a segment has its score", _explain(text), "explain", _explanation_result()
            ),
            "/report": _post("A report as a page", _score(text), "report", _report_result()),
            "/metrics": _get("For monitoring (Prometheus)", "text/plain"),
            "/healthz": _get("Health check", "text/plain", open=True),
            "/openapi.json": _get("This description", "application/json", open=True),
            "/": _get("The live page", "text/html", open=True),
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": _error()},
            "responses": {
                "Error": {
                    "description": "One line that says what is wrong and how to fix it",
                    "content": _json({"$ref": "#/components/schemas/Error"}),
                }
            },
        },
        "security": [{"token": []}, {}],
    }


def _common() -> dict[str, Any]:
    return {
        "metric": {"enum": metric_names(), "default": DEFAULT},
        "lang": {"type": "string", "description": "language of the texts, such as en"},
        "options": {
            "type": _OBJECT,
            "description": "options of the metric by their Python names; options that can name a "
            "file accept only words such as auto, none or builtin",
        },
    }


def _score(text: dict[str, Any]) -> dict[str, Any]:
    texts = {"type": _ARRAY, "items": text, "minItems": 1}
    return {
        "type": _OBJECT,
        "additionalProperties": False,
        "properties": {
            **_common(),
            "metrics": {"type": _ARRAY, "items": {"enum": metric_names()}, "minItems": 1},
            "hypotheses": {**texts, "description": "outputs of one system"},
            "systems": {
                "type": _OBJECT,
                "additionalProperties": texts,
                "description": "hypotheses of several systems by their names",
            },
            "references": {
                "oneOf": [texts, {"type": _ARRAY, "items": texts, "minItems": 1}],
                "description": "one reference per hypothesis, or a list of such lists",
            },
            "references_by": {
                "enum": list(REFERENCES_BY),
                "description": "meaning of a list in references",
            },
            "sources": texts,
            "segments": {"type": "boolean", "default": False},
        },
    }


def _score_records() -> dict[str, Any]:
    number_schema = {"type": "number"}
    return {
        "type": _ARRAY,
        "items": {
            "type": _OBJECT,
            "required": ["system", "metric", "score", "higher_is_better", "signature"],
            "properties": {
                "system": {"type": "string"},
                "metric": {"type": "string"},
                "score": number_schema,
                "higher_is_better": {"type": "boolean"},
                "signature": {"type": "string"},
                "segments": {"type": _ARRAY, "items": number_schema},
                "items": {"type": _ARRAY, "items": {"type": _OBJECT}},
                "warnings": _WARNINGS,
            },
        },
    }


def _explain(text: dict[str, Any]) -> dict[str, Any]:
    texts = {"type": _ARRAY, "items": text, "minItems": 1, "maxItems": MAX_REFERENCES}
    return {
        "type": _OBJECT,
        "additionalProperties": False,
        "required": ["hypothesis"],
        "properties": {
            **_common(),
            "hypothesis": text,
            "references": {**texts, "description": "one or several references of the hypothesis"},
            "sources": {
                **texts,
                "description": "instead of references, for metrics that use sources (pem)",
            },
        },
    }


def _explanation_result() -> dict[str, Any]:
    return {
        "type": _OBJECT,
        "required": ["metric", "signature", "score", "combined", "held", "against"],
        "properties": {
            "metric": {"type": "string"},
            "signature": {"type": "string"},
            "score": {"type": "number"},
            "combined": {"enum": ["only", "mean", "max"]},
            "held": {"enum": ["reference", "source"]},
            "against": {
                "type": _ARRAY,
                "items": {"type": _OBJECT},
                "description": "one explanation per reference (see docs/explain.md)",
            },
            "warnings": _WARNINGS,
        },
    }


def _report_result() -> dict[str, Any]:
    path = {"type": "string", "description": "path of the report, as long as it is stored"}
    properties = {"path": path, "warnings": _WARNINGS}
    return {"type": _OBJECT, "required": ["path"], "properties": properties}


def _error() -> dict[str, Any]:
    return {
        "type": _OBJECT,
        "required": ["error", "status"],
        "properties": {"error": {"type": "string"}, "status": {"type": "integer"}},
    }


def _post(summary: str, body: dict[str, Any], name: str, answer: dict[str, Any]) -> dict[str, Any]:
    return {
        "post": {
            "summary": summary,
            "operationId": name,
            "requestBody": {"required": True, "content": _json(body)},
            "responses": {
                "200": {"description": summary, "content": _json(answer)},
                "default": {"$ref": "#/components/responses/Error"},
            },
        }
    }


def _get(summary: str, content_type: str, *, open: bool = False) -> dict[str, Any]:
    responses = {"200": {"description": summary, "content": {content_type: {}}}}
    return {
        "get": {"summary": summary, "responses": responses, **({"security": []} if open else {})}
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
