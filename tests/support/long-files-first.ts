import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of many seconds, as they start within their project. A long file that starts last would leave the other workers
 * idle. Files that wait for processes most of the time are between those that compute. */
const LONG = [
  'tests/stalls/messages.test.ts',
  'tests/stalls/reads.test.ts',
  'tests/e2e/inventing-model.test.ts',
  'tests/giants/reads.test.ts',
  'tests/stalls/large-bodies.test.ts',
  'tests/model/tokenizer.test.ts',
  'tests/torture/torture.test.ts',
  'tests/shape/image.test.ts',
  'tests/shape/cli.test.ts',
  'tests/shape/kill.test.ts',
  'tests/context/random-policies.test.ts',
  'tests/shape/full.test.ts',
  'tests/context/real-logs-8k.test.ts',
  'tests/examples/examples.test.ts',
  'tests/e2e/model-tokens.test.ts',
  'tests/queue/outage.test.ts',
  'tests/doors/anthropic-door.test.ts',
  'tests/fuzz/operations.test.ts',
  'tests/context/real-logs-16k.test.ts',
  'tests/transfer/round-trip.test.ts',
  'tests/e2e/example-session.test.ts',
  'tests/store/embedded.test.ts',
  'tests/packages/python-client.test.ts',
  'tests/model-health/scenarios.test.ts',
  'tests/cli/backup.test.ts',
  'tests/cli/commands.test.ts',
  'tests/cli/wrap.test.ts',
  'tests/time/context-at.test.ts',
  'tests/linear/functions.test.ts',
  'tests/eviction/plan-eviction.test.ts',
  'tests/linear/patterns.test.ts',
  'tests/reductions/condense-real.test.ts',
]

/** Files with processes of their own first, so that the others follow each other: a shared process ends when a file of
 * another project is next. */
const PROJECTS = ['watched', 'alone', 'service', 'partitioned', 'pure']

/** Runs the files project by project, long files first. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files)
    const placeOf = ({ project, moduleId }: TestSpecification) => {
      const at = LONG.indexOf(relative(project.config.root, moduleId))
      return PROJECTS.indexOf(project.name) * LONG.length * 2 + (at === -1 ? LONG.length : at)
    }
    return ordered.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
