import type { TableRow } from './row.js'

/** What lines say in French. */
export const FRENCH: readonly TableRow[] = [
  {
    kind: 'preference',
    priority: 50,
    phrases: ['je préfère'],
    like: 'Je préfère les espaces.',
    unlike: 'Je vais bien.',
  },
  {
    kind: 'rule',
    priority: 50,
    phrases: ['ne doit|doivent|peut|peuvent pas|jamais'],
    like: `
      La table ne doit pas être supprimée. | Les tables ne doivent pas disparaître. | Un client ne peut jamais écrire. |
      Les clients ne peuvent jamais écrire.`,
    unlike: 'Il ne pleut pas.',
  },
  {
    kind: 'rule',
    priority: 50,
    at: 'clause',
    phrases: ['jamais|toujours *er|*ir|*ire'],
    like: 'Jamais supprimer la table. | Toujours tester le code. | Toujours finir le test. | Toujours écrire le code.',
    unlike: 'Il pleut toujours ici. | Jamais trop tard.',
  },
  {
    kind: 'thought',
    at: 'start',
    phrases: ['maintenant? je_vais', 'laissez-moi|laisse-moi'],
    like: 'Je vais lire le fichier. | Maintenant, je vais le lire. | Laissez-moi le lire. | Laisse-moi le lire.',
    unlike: 'Le fichier est vide. | Maintenant les tests passent.',
  },
  {
    kind: 'time-question',
    phrases: ['quand', 'quel|quelle jour|date|semaine|mois|année', 'combien_de_temps'],
    like: `
      Quand ai-je vu le médecin ? | Quel jour était-ce ? | Quelle date ? | Quelle semaine ? | Quel mois ? |
      Quelle année ? | Il y a combien de temps ?`,
    unlike: 'Où est la clé ? | Combien de boîtes ?',
  },
]
