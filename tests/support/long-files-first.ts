import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of tens of seconds, longest first. A long file that starts last would leave the other worker idle. */
const LONG = [
  'tests/context/real-logs-8k.test.ts',
  'tests/context/real-logs-16k.test.ts',
  'tests/context/random-policies.test.ts',
  'tests/torture/torture.test.ts',
  'tests/stalls/messages.test.ts',
  'tests/stalls/reads.test.ts',
  'tests/shape/kill.test.ts',
  'tests/shape/full.test.ts',
  'tests/shape/cli.test.ts',
  'tests/shape/image.test.ts',
]

/** Files with processes of their own first, so that the others follow each other: a shared process ends when a file of
 * another project is next. */
const PROJECTS = ['alone', 'service', 'pure']

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
