import type { TableRow } from '../row.js'

/** Sentences of a working session that say nothing outside their place, and introductions of steps. [C4] */
export const WEAK: readonly TableRow[] = [
  {
    kind: 'pointing',
    at: 'start',
    phrases: [
      'and|but|so|or|also|now|then|all? this|that|these|those|it|they|he|she|here|there',
      'and|but|so? the first|second|former|latter|other|same|issue|problem|fix|error|test|change|plan|file|code',
    ],
    like: `
      This is slow. | And that is slow. | But these are slow. | So those are slow. | Or it is slow. |
      Also they are slow. | Now he is. | Then she is. | All here is. | There is one. | The first is. |
      And the second is. | The former is. | The latter is. | The other is. | The same is. | The issue is. |
      The problem is. | The fix is. | The error is. | The test is. | The change is. | The plan is. | The file is. |
      But the code is. | So the code is.`,
    unlike: 'The parser is slow. | Codes are.',
  },
  {
    kind: 'leaning',
    at: 'start',
    phrases: ['and|but|so|or|also|now|then|no|yes|yep? it|they|he|she'],
    like: `
      It is slow. | And they are. | But he is. | So she is. | Or it is. | Also, it is. | Now it is. | Then it is. |
      No, it is. | Yes, it is. | Yep, it is.`,
    unlike: 'The parser is slow. | Its parser is slow.',
  },
  {
    kind: 'leaning',
    at: 'start',
    phrases: ['and|but|so|or|also|now|then|no|yes? this|that|these|those'],
    notThen: [
      ...['project', 'branch', 'repository', 'repo', 'codebase', 'app', 'session', 'version', 'commit', 'release'],
      ...['machine', 'plan'],
    ],
    like: `
      This is slow. | And that is. | But these are. | So those are. | Or this is. | Also, this is. | Now this is. |
      Then this is. | No, this is. | Yes, this is.`,
    unlike: `
      This project uses tabs. | This branch uses tabs. | This repository uses tabs. | This repo uses tabs. |
      This codebase uses tabs. | This app uses tabs. | This session ends. | This version ends. | This commit ends. |
      This release ends. | This machine ends. | This plan ends.`,
  },
  {
    kind: 'conclusion',
    at: 'start',
    phrases: ['so|and|but|then|thus|therefore|hence|because|otherwise|which_means'],
    like: `
      So it ends. | And it ends. | But it ends. | Then it ends. | Thus it ends. | Therefore it ends. | Hence it ends. |
      Because it ends. | Otherwise it ends. | Which means it ends.`,
    unlike: 'It ends. | Software ends.',
  },
  {
    kind: 'narration',
    phrases: ['maybe|perhaps'],
    like: 'It is slow, maybe. | It is slow, perhaps.',
    unlike: 'It is slow.',
  },
  {
    kind: 'narration',
    at: 'start',
    phrases: [
      'now? adding|appending|building|checking|creating|dispatching|fixing|implementing|looking|moving|reading|running|starting|testing|updating|using|waiting|working|writing',
      ...["I'm|I_am now|also|still|just|only? *ing|doing|going", "I've|I_have been"],
      "after|once that|this|it|these I'll|I_will|we'll|we_will",
    ],
    like: `
      Adding it. | Now building it. | Checking it. | Creating it. | Fixing it. | Implementing it. | Looking at it. |
      Reading it. | Running it. | Starting it. | Testing it. | Updating it. | Using it. | Working on it. | Writing it. |
      I'm testing it. | I am testing it. | I've been there. | I have been there. | Now appending it. | Dispatching it. |
      Moving to it. | Waiting for it. | I'm now testing it. | I'm also testing it. | I'm still testing it. |
      I'm just testing it. | I'm only testing it. | I'm doing one last pass. | I'm going on with it. |
      After that I'll test it. | After this, I'll test it. | Once it, I'll test it. | After these I'll test it. |
      Once that, I will test it. | After that we'll test it. | After that we will test it.`,
    unlike: "It is slow. | Testers are slow. | I'm not sure. | After that it ended.",
  },
  {
    kind: 'narration',
    pattern: /[,;:.—–-] ?(?:so )?(?:let me|let['’]s|i['’]ll|i will)\b/iu,
    like: "It fails; let me see. | It fails, so let's see. | It fails: I'll see. | It fails — I will see.",
    unlike: 'It lets me see.',
  },
  {
    kind: 'narration',
    at: 'start',
    phrases: [
      'now|next|then add|fix|rename|replace|run|update|verify|remove|test|check|create|write|implement|register|insert|wire|append|build|move|rewrite|mark|install|configure|commit|push',
      ...['so|but|then? we|I still? need_to|should|could|can', "so|but|then? we'll|we_will|need_to|look_at"],
      'I just|notice',
    ],
    like: `
      Now add it. | Next fix it. | Then rename it. | Now replace it. | Now run it. | Now update it. | Now verify it. |
      Now remove it. | Now test it. | Now check it. | So we need to fix it. | Now create it. | Now write it. |
      Now implement it. | Now register it. | Now insert it. | Now wire it. | Now append it. | Now build it. |
      Now move it. | Now rewrite it. | Now install it. | Now configure it. | Now commit it. | Now push it. | Next mark it. | But I should fix it. | Then we could fix it. | We can fix it. |
      We still need to fix it. | We'll fix it. | So we will fix it. | But need to fix it. | Then look at it. |
      I just saw it. | I notice it.`,
    unlike: 'Now the worker waits. | I use it.',
  },
  {
    kind: 'narration',
    at: 'start',
    phrases: ['step|line|batch|phase #:|#+:'],
    like: 'Step 4: data | Line 3+: rows | Batch 2: services | Phase 1: data',
    unlike: 'Line 31 uses it. | Headline 4: it',
  },
  {
    kind: 'steps',
    phrases: [
      'need|needs|needed|want|wants|wanted|should|must|plan|planned|step|steps|todo|going_to|have_to|required|the_fix|the_solution',
      "I'll|I_will|we'll|we_will do",
    ],
    like: `
      We need: | It needs: | We needed: | She wants: | I wanted: | I want: | It should: | It must: | The plan: |
      As planned: | A step: | The steps: | TODO: | We are going to: | We have to: | Required: | The fix: | The solution: |
      What I'll do: | What I will do: | What we'll do: | What we will do:`,
    unlike: 'The writer prints: | A planet:',
  },
  {
    kind: 'unfinished',
    phrases: [
      ...['in_progress|pending|unfinished', 'current state|status|work', 'currently working'],
      ...['still has|have|needs|uses', 'need|needs|needed to', 'not been? committed|run|tested'],
    ],
    like: `
      It is in progress. | It is pending. | It is unfinished. | The current state. | The current status. |
      The current work. | Currently working. | It still has it. | They still have it. | It still needs it. |
      It still uses it. | We need to end. | It needs to end. | We needed to end. | It was not committed. |
      It was not run. | It was not been tested.`,
    unlike: 'It ended. | The current line.',
  },
]
