import type { LineRow } from './row.js'

/** What an agent supposes, expects and rules out, and introductions of such a list. [C4] */
export const GUESSES: readonly LineRow[] = [
  {
    kind: 'guess',
    priority: 10,
    language: 'en',
    phrases: ['might|could|would|perhaps|probably|likely|presumably|seem|seems|looks_like|suggests'],
    like: `
      It might end. | It could end. | It would end. | So perhaps. | It probably ends. | It likely ends. |
      Presumably it ends. | They seem slow. | It seems slow. | It looks like a lock. | It suggests a lock.`,
    unlike: 'It ends.',
  },
  {
    kind: 'unsettled',
    priority: 10,
    language: 'en',
    phrases: [
      "should|shouldn't still|also|now? affect|be_fine|be_called|fail|handle|happen|work",
      "isn't|wasn't|not actually? the|our|a|an actual|real? bug|cause|issue|problem",
    ],
    like: `
      It should affect it. | It shouldn't be called. | It should be fine. | It should fail. | It should handle it. |
      It should happen. | It should work. | It should still work. | It should also work. | It should now work. |
      That isn't the bug. | It wasn't the bug. | That is not our cause. | That is not a issue. | That is not an issue. |
      That is not actually the problem. | That is not the actual bug. | That is not the real bug.`,
    unlike: 'It should end. | That is the bug.',
  },
  {
    kind: 'guess',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['so|but? one|another|the_simplest approach|fix|option|way'],
    like: 'One approach is a map. | So another fix is a map. | But the simplest option is a map. | One way is a map.',
    unlike: 'The way is long.',
  },
  {
    kind: 'unsettled',
    priority: 10,
    language: 'en',
    pattern: /^(?:yes|no|or|otherwise|interesting|right|correct)[,.!:—–-]? /iu,
    like: `
      Yes, it ends. | No: it ends. | Or it ends. | Otherwise it ends. | Interesting. It ends. | Right, it ends. |
      Correct! It ends.`,
    unlike: 'It ends. | Rightly so.',
  },
  {
    kind: 'unsettled',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: [
      'add|apply|change|check|create|delete|ensure|extract|handle|implement|import|make|pass|remove|replace|return|run|skip|store|update|use|verify|write',
      'fix the|it',
    ],
    notThen: ['to'],
    like: `
      Add it. | Apply it. | Change it. | Check it. | Create it. | Delete it. | Ensure it. | Extract it. | Handle it. |
      Implement it. | Import it. | Make it. | Pass it. | Remove it. | Replace it. | Return it. | Run it. | Skip it. |
      Store it. | Update it. | Use it. | Verify it. | Write it. | Fix it. | Fix the lock.`,
    unlike: 'Changes are in it. | Change to it. | Fix for issue 4.',
  },
  {
    kind: 'guesses',
    priority: 10,
    language: 'en',
    phrases: ['either|option|options|approach|approaches|alternatives|possib*|idea|ideas|question|questions|imagine'],
    like: `
      Then either: | One option: | The options: | The approach: | The approaches: | The alternatives: |
      The possibilities: | The idea: | The ideas: | The question: | The questions: | Imagine:`,
    unlike: 'The writer prints:',
  },
]
