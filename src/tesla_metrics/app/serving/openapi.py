"""The OpenAPI description of the server."""

from typing import Any

from ..._version import __version__
from ...metrics.inputs import REFERENCES_BY
from ...metrics.registry import DEFAULT_METRIC, metric_names
from .limits import ServerLimits
from .request_schema import MAX_REFERENCES

_OBJECT, _ARRAY = "object", "array"
_WARNINGS_SCHEMA = {
    "type": _ARRAY,
    "items": {"type": "string"},
    "description": "warnings about the texts, such as an unexpected script; absent if there are "
    "none",
}


def build_openapi(limits: ServerLimits) -> dict[str, Any]:
    """Return the OpenAPI description of all paths."""
    text_schema = {"type": "string", "maxLength": limits.characters}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tesla serve",
            "version": __version__,
            "description": "How good is a translation, and why? See docs/serve.md.",
        },
        "paths": {
            "/score": _build_post_operation(
                "Scores of systems",
                _build_score_schema(text_schema),
                "score",
                _build_score_records_schema(),
            ),
            "/explain": _build_post_operation(
                "Why a segment has its score",
                _build_explain_schema(text_schema),
                "explain",
                _build_explanation_schema(),
            ),
            "/report": _build_post_operation(
                "A report as a page",
                _build_score_schema(text_schema),
                "report",
                _build_report_schema(),
            ),
            "/metrics": _build_get_operation("For monitoring (Prometheus)", "text/plain"),
            "/healthz": _build_get_operation("Health check", "text/plain", is_public=True),
            "/openapi.json": _build_get_operation(
                "This description", "application/json", is_public=True
            ),
            "/": _build_get_operation("The live page", "text/html", is_public=True),
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": _build_error_schema()},
            "responses": {
                "Error": {
                    "description": "One line that says what is wrong and how to fix it",
                    "content": _wrap_json_schema({"$ref": "#/components/schemas/Error"}),
                }
            },
        },
        "security": [{"token": []}, {}],
    }


def _build_common_properties() -> dict[str, Any]:
    return {
        "metric": {"enum": metric_names(), "default": DEFAULT_METRIC},
        "lang": {"type": "string", "description": "language of the texts, such as en"},
        "options": {
            "type": _OBJECT,
            "description": "options of the metric by their Python names; options that can name a "
            "file accept only words such as auto, none or builtin",
        },
    }


def _build_score_schema(text_schema: dict[str, Any]) -> dict[str, Any]:
    text_list_schema = {"type": _ARRAY, "items": text_schema, "minItems": 1}
    return {
        "type": _OBJECT,
        "additionalProperties": False,
        "properties": {
            **_build_common_properties(),
            "metrics": {"type": _ARRAY, "items": {"enum": metric_names()}, "minItems": 1},
            "hypotheses": {**text_list_schema, "description": "outputs of one system"},
            "systems": {
                "type": _OBJECT,
                "additionalProperties": text_list_schema,
                "description": "hypotheses of several systems by their names",
            },
            "references": {
                "oneOf": [
                    text_list_schema,
                    {"type": _ARRAY, "items": text_list_schema, "minItems": 1},
                ],
                "description": "one reference per hypothesis, or a list of such lists",
            },
            "references_by": {
                "enum": list(REFERENCES_BY),
                "description": "meaning of a list in references; required if there are as many "
                "lists as hypotheses, and at least two",
            },
            "sources": text_list_schema,
            "segments": {"type": "boolean", "default": False},
        },
    }


def _build_score_records_schema() -> dict[str, Any]:
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
                "warnings": _WARNINGS_SCHEMA,
            },
        },
    }


def _build_explain_schema(text_schema: dict[str, Any]) -> dict[str, Any]:
    text_list_schema = {
        "type": _ARRAY,
        "items": text_schema,
        "minItems": 1,
        "maxItems": MAX_REFERENCES,
    }
    return {
        "type": _OBJECT,
        "additionalProperties": False,
        "required": ["hypothesis"],
        "properties": {
            **_build_common_properties(),
            "hypothesis": text_schema,
            "references": {
                **text_list_schema,
                "description": "one or several references of the hypothesis",
            },
            "sources": {
                **text_list_schema,
                "description": "instead of references, for metrics that use sources (pem)",
            },
        },
    }


def _build_explanation_schema() -> dict[str, Any]:
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
            "warnings": _WARNINGS_SCHEMA,
        },
    }


def _build_report_schema() -> dict[str, Any]:
    path_schema = {"type": "string", "description": "path of the report, as long as it is stored"}
    properties = {"path": path_schema, "warnings": _WARNINGS_SCHEMA}
    return {"type": _OBJECT, "required": ["path"], "properties": properties}


def _build_error_schema() -> dict[str, Any]:
    return {
        "type": _OBJECT,
        "required": ["error", "status"],
        "properties": {"error": {"type": "string"}, "status": {"type": "integer"}},
    }


def _build_post_operation(
    summary: str, body_schema: dict[str, Any], operation_id: str, answer_schema: dict[str, Any]
) -> dict[str, Any]:
    return {
        "post": {
            "summary": summary,
            "operationId": operation_id,
            "requestBody": {"required": True, "content": _wrap_json_schema(body_schema)},
            "responses": {
                "200": {"description": summary, "content": _wrap_json_schema(answer_schema)},
                "default": {"$ref": "#/components/responses/Error"},
            },
        }
    }


def _build_get_operation(
    summary: str, content_type: str, *, is_public: bool = False
) -> dict[str, Any]:
    responses = {"200": {"description": summary, "content": {content_type: {}}}}
    return {
        "get": {
            "summary": summary,
            "responses": responses,
            **({"security": []} if is_public else {}),
        }
    }


def _wrap_json_schema(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
