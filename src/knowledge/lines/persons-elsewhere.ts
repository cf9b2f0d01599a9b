import type { LineRow } from './row.js'

/** The same in German and Chinese. [M11] */
const FAMILY_CHINESE = '妻子|老婆|丈夫|老公|儿子|女儿|女朋友|男朋友|父母|父亲|母亲|爸爸|妈妈|老师|猫|狗'

export const PERSONS_ELSEWHERE: readonly LineRow[] = [
  {
    kind: 'being',
    priority: 10,
    language: 'de',
    at: 'within',
    phrases: [
      ...['ich komme aus', 'ich spreche|studiere'],
      'ich bin verheiratet|geschieden|berentet|vegetarier|vegetarierin|veganer|veganerin',
    ],
    notThen: ['dem|der|mit|nicht|es|das|hier|auch|von'],
    like: `
      Ich komme aus Rom | Ich spreche Englisch | Ich studiere Physik | Ich bin verheiratet und arbeite |
      Ich bin geschieden und arbeite | Ich bin berentet und reise | Ich bin Vegetarier und koche |
      Ich bin Vegetarierin und koche | Ich bin Veganer und koche | Ich bin Veganerin und koche`,
    unlike: `
      Ich komme aus dem Haus | Ich komme aus der Stadt | Ich spreche mit ihm | Ich spreche nicht gut | Ich studiere es |
      Ich studiere das Buch | Ich spreche hier lange | Ich spreche auch | Ich spreche von ihm | Ich spreche auch Unsinn`,
  },
  {
    kind: 'being',
    priority: 10,
    language: 'zh',
    phrases: [
      '我今年 # 岁',
      '我有 一|两|三|四|# 个? 孩子|儿子|女儿|哥哥|姐姐|弟弟|妹妹',
      '我对 … 过敏',
      `我 的? ${FAMILY_CHINESE} 叫|今年|是 !不|怎么|个好|一个好|我`,
      `我 的? ${FAMILY_CHINESE} 在 {words} 工作`,
      '我会说 … 语',
      '我吃素|我已婚|我离婚了|我退休了',
    ],
    like: [
      ...FAMILY_CHINESE.split('|').flatMap((who) => [`我的${who}叫林`, `我的${who}在上海工作`]),
      ...['我女儿在上海工作', '我有一个孩子', '我有三个孩子', '我有四个孩子', '我有2个孩子'],
      ...[
        '我有一个儿子',
        '我有两个女儿',
        '我有一个哥哥',
        '我有一个姐姐',
        '我有一个弟弟',
        '我有一个妹妹',
        '我老婆叫李雪',
        '我丈夫叫李明',
        '我老公叫李明',
        '我儿子今年三岁',
      ],
      ...[
        '我女儿是一名学生',
        '我女朋友叫李雪',
        '我男朋友叫李明',
        '我的猫叫咪咪',
        '我的狗叫旺财',
        '我妻子在上海工作',
        '我已婚',
        '我离婚了',
        '我退休了',
        '我父母是农民',
        '我父亲是老师',
      ],
      ...[
        '我母亲是医生',
        '我爸爸是医生',
        '我妈妈是医生',
        '我的老师是摄影师',
        '我今年30岁',
        '我有两个孩子',
        '我对花生过敏',
        '我妻子叫李雪',
        '我会说德语',
        '我吃素',
      ],
    ],
    unlike: `
      我今年很忙 | 我有问题 | 他对花生过敏 | 我妻子是不是好 | 我妈妈是怎么做的 | 我妻子是个好人 | 我妻子是一个好人 |
      我妻子是我朋友`,
  },
  {
    kind: 'being',
    priority: 10,
    language: 'de',
    phrases: [
      'meine|mein frau|mann|sohn|tochter|mutter|vater|bruder|schwester|freund|freundin kommt_aus|heißt|arbeitet_als|lebt_in',
      'ich habe ein|einen|eine|zwei|drei kind|kinder|sohn|söhne|tochter|töchter|hund|katze|katzen',
      'ich habe diabetes|asthma|zöliakie|*itis|*intoleranz|*schwäche',
      'ich habe eine *allergie',
      'ich bin farbenblind|blind|taub|gehörlos|schwerhörig|*intolerant',
      'mein|meine chef|chefin heißt',
      'ich darf|kann kein|keine|keinen * essen|trinken',
      'meine|unsere kinder|söhne|töchter sind … jahre',
    ],
    like: `
      Meine Frau kommt aus Polen | Mein Mann heißt Jan | Mein Sohn lebt in Rom | Meine Tochter lebt in Rom |
      Meine Mutter arbeitet als Köchin | Mein Vater lebt in Rom | Mein Bruder lebt in Rom |
      Meine Schwester lebt in Rom | Mein Freund heißt Jan | Meine Freundin heißt Eva | Ich habe ein Kind |
      Ich habe einen Sohn | Ich habe eine Tochter | Ich habe zwei Kinder | Ich habe drei Söhne | Ich habe zwei Töchter |
      Ich habe einen Hund | Ich habe eine Katze | Ich habe zwei Katzen | Ich habe Diabetes | Ich habe Asthma |
      Ich habe Zöliakie | Ich habe Arthritis | Ich habe Laktoseintoleranz | Ich habe Leseschwäche |
      Ich habe eine Nussallergie | Ich bin farbenblind | Ich bin blind | Ich bin taub | Ich bin gehörlos |
      Ich bin schwerhörig | Ich bin laktoseintolerant | Ich darf kein Gluten essen | Ich kann keine Milch trinken |
      Ich darf keinen Fisch essen | Mein Chef heißt Jan | Meine Chefin heißt Eva |
      Unsere Kinder sind drei und sechs Jahre alt | Meine Söhne sind drei Jahre alt | Unsere Töchter sind drei Jahre alt`,
    unlike: 'Meine Frau kommt gleich | Ich habe eine Frage',
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'zh',
    pattern: /(?![这那它他她你我])[^，。！？,.]{1,20}[^，。！？,.不]是我(?:的最爱|最喜欢的|的爱好)/u,
    like: '咖啡是我的最爱 | 咖啡是我最喜欢的 | 咖啡是我的爱好',
    unlike: '，这是我的最爱 | 但不是我的最爱',
  },
  {
    kind: 'liking',
    priority: 10,
    language: 'zh',
    phrases: ['我对 … 感兴趣|没兴趣'],
    like: '我对历史感兴趣 | 我对历史没兴趣',
    unlike: '他对历史感兴趣',
  },
]
