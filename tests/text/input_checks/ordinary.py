"""Sentences as people write them, in many scripts."""

ORDINARY = {
    "en": [
        "The ferry, which leaves at nine, was late again.",
        "Who paid for the lamp? Nobody remembers.",
        "“It's raining,” she said, and closed the window.",
        "In 1998 some 1,200 people lived there, mostly farmers.",
        "Don't wait for us; we'll take the last bus.",
    ],
    "fr": [
        "Qui a payé la lampe ? Personne ne s'en souvient !",
        "Il l'a dit : « Nous partirons demain, si le temps le permet. »",
        "Le marché, fermé depuis lundi, rouvrira bientôt.",
        "C'est ici ; l'entrée se trouve à gauche, près du pont.",
        "Il y avait 1 200 habitants, pour la plupart des paysans.",
    ],
    "de": [
        "Die Fähre, die um neun ablegt, hatte wieder Verspätung.",
        "Wer hat die Lampe bezahlt? Daran erinnert sich niemand.",
        "„Es regnet“, sagte sie und schloss das Fenster.",
        "Im Dorf wohnten etwa 1.200 Leute, vor allem Bauern.",
        "Wartet nicht auf uns, wir nehmen den letzten Bus.",
    ],
    "zh": [
        "渡船九点开，今天又晚了。",
        "谁付了灯的钱？没有人记得。",
        "她说下雨了，然后关上了窗户。",
        "我们用 Python 3.11 写了一个小程序，效果很好。",
        "村子里大约有1200人，多半是农民。",
    ],
    "ja": [
        "九時のフェリーは、今日も遅れました。",
        "ランプの代金は誰が払ったのですか。誰も覚えていません。",
        "彼女は「雨だ」と言って窓を閉めた。",
        "村には約1200人が住んでいて、ほとんどが農家でした。",
        "最後のバスに乗るので、待たないでください。",
    ],
    "th": [
        "เรือข้ามฟากออกเก้าโมงเช้า แต่วันนี้มาช้าอีกแล้ว",
        "ใครจ่ายค่าโคมไฟ ไม่มีใครจำได้",
        "เธอบอกว่าฝนตกแล้วก็ปิดหน้าต่าง",
        "ในหมู่บ้านมีคนประมาณ 1,200 คน ส่วนใหญ่เป็นชาวนา",
        "ไม่ต้องรอเรา เราจะขึ้นรถเที่ยวสุดท้าย",
    ],
    "ar": [
        "تأخرت العبّارة اليوم أيضًا، وكان الناس ينتظرون.",
        "من دفع ثمن المصباح؟ لا أحد يتذكر.",
        "قالت إن المطر ينزل، ثم أغلقت النافذة.",
        "كان يعيش في القرية نحو 1200 شخص، معظمهم مزارعون.",
        "لا تنتظرونا، سنركب الحافلة الأخيرة.",
    ],
    "ru": [
        "Паром, который отходит в девять, снова опоздал.",
        "Кто заплатил за лампу? Никто не помнит.",
        "«Идёт дождь», — сказала она и закрыла окно.",
        "В деревне жило около 1200 человек, в основном крестьяне.",
        "Не ждите нас, мы поедем последним автобусом.",
    ],
}
