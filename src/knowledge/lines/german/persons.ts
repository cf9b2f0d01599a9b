import type { TableRow } from '../row.js'

const FAMILY = 'Frau|Mann|Sohn|Tochter|Mutter|Vater|Bruder|Schwester|Freund|Freundin'

/** What a person is, has, and builds, when they work and are free, what they need, and how they are called: where such a clause begins. [M11] */
export const PERSONS: readonly TableRow[] = [
  {
    kind: 'being',
    phrases: [
      '*tags|nachts|mittwochs arbeite|bin|habe ich',
      'ich arbeite|habe|bin nur|immer? *tags|nachts|mittwochs|von_zu_hause',
      'ich bin nur|meist|immer abends|morgens|tagsüber',
      'ich bin alleinerziehend',
      'ich arbeite|bin unter|auf linux|windows',
      'mein budget liegt|ist|beträgt',
      'ich nutze|benutze|brauche|trage|habe einen|ein|eine screenreader|rollstuhl|hörgerät|braillezeile|herzschrittmacher',
    ],
    like: `
      Freitags arbeite ich nicht | Nachts arbeite ich | Montags bin ich weg | Mittwochs habe ich frei |
      Ich arbeite freitags nicht | Ich bin immer montags weg | Ich habe mittwochs frei | Ich arbeite nur nachts |
      Ich bin nur abends da | Ich bin meist morgens da | Ich bin immer tagsüber da | Ich bin alleinerziehend |
      Ich arbeite unter Linux | Ich bin auf Windows | Mein Budget liegt bei 300 Euro | Mein Budget ist klein |
      Mein Budget beträgt 300 Euro | Ich arbeite von zu Hause | Ich nutze einen Screenreader |
      Ich benutze einen Rollstuhl | Ich trage ein Hörgerät | Ich brauche eine Braillezeile |
      Ich habe einen Herzschrittmacher`,
    unlike: `
      Am Montag arbeite ich nicht | Ich arbeite am Wochenende nicht | Ich arbeite am Text | Ich nutze einen Hammer`,
  },
  {
    kind: 'being',
    at: 'end',
    phrases: [`mein|meine ${FAMILY} ist {name}`],
    like: [...FAMILY.split('|').map((who) => `Mein ${who} ist Arzt`), 'Meine Frau ist Ärztin.'],
    unlike: 'Mein Mann ist müde | Mein Mann ist Arzt Nummer eins',
  },
  {
    kind: 'being',
    phrases: [`mein|meine ${FAMILY} ist {name},`],
    like: [...FAMILY.split('|').map((who) => `Mein ${who} ist Arzt, er hilft`), 'Meine Frau ist Ärztin, ja'],
    unlike: 'Mein Mann ist müde, er schläft | Mein Mann ist Arzt',
  },
  {
    kind: 'being',
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
]
