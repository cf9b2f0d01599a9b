import type { TableRow } from '../row.js'

/** What passes in the work of an agent: plans, questions, next steps, reports, and what it supposes; and what a line says of a file, of a
 * failure, and of a step. [C4] */
export const THOUGHTS: readonly TableRow[] = [
  {
    kind: 'thought',
    at: 'start',
    phrases: [
      'but|wait|hm*|oh|ah|actually|however|alternatively|maybe|perhaps|although|what_if|ok|okay|since|the_question|looking|good|great|perfect|excellent',
      ...['I will|need|should|think|wonder|see|can|could|want', "I'll|I'd|I'm_going_to|let_me|let's"],
      'now|so|first|next|then let|i|we',
    ],
    like: `
      But that is slow. | Wait. | Hmm. | Oh. | Ah. | Actually it is. | However, it is slow. | Alternatively, a map. |
      Maybe a map. | Perhaps a map. | Although it is slow. | What if it is slow. | OK, a map. | Okay, a map. |
      Since it is slow. | The question is why. | Looking at it. | Good. | Great. | Perfect. | Excellent. |
      I will do it. | I need it. | I should do it. | I think so. | I wonder. | I see it. | I can do it. |
      I could do it. | I want it. | I'll do it. | I'd do it. | I'm going to do it. | Let me do it. | Let's do it. |
      Now let's see. | So I do it. | First we do it. | Next, we do it. | Then we do it.`,
    unlike: 'It is slow. | Button rows. | Nowhere we went.',
  },
  {
    kind: 'thought',
    phrases: ['would|could|might|may be', 'not sure', 'seem|seems best|better'],
    like: `
      It would be slow. | It could be slow. | It might be slow. | It may be slow. | We are not sure. | Tabs seem best. |
      A map seems better.`,
    unlike: 'It is slow.',
  },
  {
    kind: 'question',
    pattern: /[?？][^\p{L}\p{N}]{0,3}$/u,
    like: 'Is it slow? | 慢吗？ | She asked: “Why?”',
    unlike: 'It is slow. | Why? It is slow.',
  },
  {
    kind: 'next',
    phrases: ['next step|steps', 'remaining|not_yet|follow-up|followup', 'still need|needs|have|has to', '[next]'],
    like: `
      Next step: tests. | The next steps are tests. | Remaining: tests. | Tests are not yet there. |
      A follow-up: tests. | A followup: tests. | We still need to test. | It still needs to end. |
      We still have to test. | It still has to end. | Tests [NEXT]`,
    unlike: 'The next run passed. | It remains.',
  },
  {
    kind: 'next',
    phrases: ['todo'],
    notAfter: ['this', 'that', 'the', 'a', 'your', 'each'],
    like: 'TODO: tests. | Tests are on my todo list.',
    unlike: `
      This todo is about tests. | We did that todo. | The todo is about tests. | It is a todo of the team. |
      Your todo is about tests. | Each todo is about tests.`,
  },
  {
    kind: 'fix',
    priority: 20,
    phrases: [
      ...[
        'the issue|problem|bug|cause|fix|error is|was',
        'fixed|root_cause|caused_by|workaround',
        'fixes the|a|an|this|that|it|#',
      ],
      'conflicts|conflict|bugs|bug|problem|issue … resolved',
    ],
    like: `
      Now the issue is clear. | The problem is a lock. | The bug is a lock. | The cause was a lock. |
      The fix was a lock. | The error was a lock. | It is fixed. | This fixes it. | The root cause: a lock. |
      A hang caused by a lock. | It fixes the lock. | It fixes a lock. | It fixes an error. | It fixes that. |
      It fixes this. | It fixes 12 locks. | As a workaround, a lock. | All conflicts were resolved. |
      The conflict was resolved. | All bugs were resolved. | That bug was resolved. | That problem was resolved. |
      That issue was resolved.`,
    unlike: 'The parser is slow. | The path was resolved. | There are 5 patterns with fixes.',
  },
  {
    kind: 'done',
    phrases: [
      'done|complete|completed|finished|implemented|added|created|updated|removed|renamed|works|passes|passed|passing|committed|pushed|merged|verified|confirmed|all_tests',
    ],
    like: `
      It is done. | It is complete. | It is completed. | It is finished. | It is implemented. | It was added. |
      It was created. | It was updated. | It was removed. | It was renamed. | It works. | It passes. | It passed. |
      It is passing. | It was committed. | It was pushed. | It was merged. | It was verified. | It was confirmed. |
      With all tests.`,
    unlike: 'It is slow. | The completion is slow.',
  },
  {
    kind: 'guess',
    phrases: ['might|could|would|perhaps|probably|likely|presumably|seem|seems|looks_like|suggests'],
    like: `
      It might end. | It could end. | It would end. | So perhaps. | It probably ends. | It likely ends. |
      Presumably it ends. | They seem slow. | It seems slow. | It looks like a lock. | It suggests a lock.`,
    unlike: 'It ends.',
  },
  {
    kind: 'unsettled',
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
    at: 'start',
    phrases: ['so|but? one|another|the_simplest approach|fix|option|way'],
    like: 'One approach is a map. | So another fix is a map. | But the simplest option is a map. | One way is a map.',
    unlike: 'The way is long.',
  },
  {
    kind: 'unsettled',
    pattern: /^(?:yes|no|or|otherwise|interesting|right|correct)[,.!:—–-]? /iu,
    like: `
      Yes, it ends. | No: it ends. | Or it ends. | Otherwise it ends. | Interesting. It ends. | Right, it ends. |
      Correct! It ends.`,
    unlike: 'It ends. | Rightly so.',
  },
  {
    kind: 'unsettled',
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
    phrases: ['either|option|options|approach|approaches|alternatives|possib*|idea|ideas|question|questions|imagine'],
    like: `
      Then either: | One option: | The options: | The approach: | The approaches: | The alternatives: |
      The possibilities: | The idea: | The ideas: | The question: | The questions: | Imagine:`,
    unlike: 'The writer prints:',
  },
  {
    kind: 'unchanged',
    phrases: ['unchanged|untouched', 'not been? changed|modified', 'no change|changes to'],
    like: `
      it is unchanged | it is untouched | it was not changed | it has not been modified | no changes to it |
      no change to it`,
    unlike: 'it changed | no change',
  },
  {
    // What an agent takes for the cause of a failure.
    kind: 'diagnosis',
    phrases: ['issue|problem|bug|cause here? is|was'],
    like: 'The issue is old | the problem here is it | the bug was old | the cause was it',
    unlike: 'the issue | issues are old',
  },
  {
    // A step that waits for something.
    kind: 'blocked',
    phrases: ['blocked|blocker|stuck', 'waiting for|on'],
    like: 'it is blocked | a blocker | we are stuck | waiting for Ann | waiting on Ann',
    unlike: 'a block | waiting',
  },
]
