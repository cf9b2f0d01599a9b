import type { TableRow } from '../row.js'

/** Preferences, which must survive, and what makes one pass with the moment. [C9] [M11] */
export const PREFERENCES: readonly TableRow[] = [
  {
    kind: 'framing',
    at: 'start',
    phrases: ['angenommen|früher|damals|vielleicht|als_kind', 'wenn ich … wäre|hätte|könnte'],
    like: `
      Angenommen, ich mag es | Früher mochte ich es | Damals mochte ich es | Vielleicht mag ich es |
      Als Kind mochte ich es | Wenn ich Arzt wäre | Wenn ich Zeit hätte | Wenn ich es könnte`,
    unlike: 'Wenn ich frage',
  },
  {
    kind: 'hedge',
    at: 'end',
    phrases: ['ich glaube|denke|schätze|vermute', 'würde|möchte|könnte|hätte|wäre'],
    like: `
      Ich glaube | ich denke | aber ich schätze | Ich vermute | So würde | So möchte | So könnte | So hätte | So wäre`,
    unlike: 'Ich glaube es, und | Ich weiß',
  },
  {
    kind: 'preference',
    priority: 50,
    phrases: ['ich bevorzuge', 'ich möchte lieber'],
    like: 'Ich bevorzuge Tabs. | Ich möchte lieber Tabs.',
    unlike: 'Ich möchte gehen.',
  },
  {
    kind: 'no-taste',
    at: 'end',
    phrases: ['und|mit|für|der|die|das|bitte'],
    like: `
      ich mag Tee und | ich mag Tee mit | ich bin für | ich mag der | ich mag die | ich mag das | ich mag Tee bitte`,
    unlike: 'ich mag Tee',
  },
  {
    kind: 'choosing',
    phrases: ['bevorzuge|lieber'],
    like: 'ich bevorzuge Suppe | ich nehme lieber Suppe',
    unlike: 'ich mag Suppe',
  },
  {
    kind: 'comparing',
    phrases: ['als|statt|gegenüber|wenn|weil'],
    like: 'lieber Tee als Saft | Tee statt Saft | Tee gegenüber Saft | Tee wenn es regnet | Tee weil er warm ist',
    unlike: 'lieber Tee',
  },
  {
    kind: 'preferring',
    phrases: ['ab_jetzt|von_nun_an|künftig bevorzuge ich'],
    like: 'ab jetzt bevorzuge ich Tabs | von nun an bevorzuge ich Tabs | künftig bevorzuge ich Tabs',
    unlike: 'bevorzuge ich Tabs',
  },
  {
    kind: 'preferring',
    phrases: ['jetzt bevorzuge ich'],
    notAfter: ['ab'],
    like: 'jetzt bevorzuge ich Tabs',
    unlike: 'bevorzuge ich Tabs | ab jetzt bevorzuge ich Tabs',
  },
  {
    kind: 'preferring',
    phrases: [
      'bevorzuge ich',
      'ich bevorzuge',
      'ich ziehe … vor',
      'ich !möchte|würde|hätte|könnte|wäre {word} {words} lieber|am_liebsten',
    ],
    like: `
      bevorzuge ich Tabs | ich bevorzuge Tabs | ich ziehe Tabs vor | ich nehme lieber Tabs |
      ich nehme Tabs am liebsten | ich arbeite an ruhigen Tagen lieber`,
    unlike: `
      ich möchte lieber Tee | ich würde lieber Tee trinken | ich hätte lieber Tee | ich könnte lieber gehen |
      ich wäre lieber da`,
  },
]
