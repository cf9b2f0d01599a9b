import { programsOf } from './looks.js'

/** Recognizes commands whose success is a verdict on the work: tests, builds, linters, type checks. Only they pass;
 * others, such as a push, an installation or a posted comment, succeed. [V5] */

/** Programs that act on repositories, files or packages, whatever words their arguments contain. */
const ACTS =
  /^(?:git|gh|glab|hub|mkdir|touch|rm|cp|mv|ln|chmod|curl|wget|ssh|scp|rsync|kubectl|helm|docker (?:run|push|pull|compose up|exec)|pip3?|uv pip|brew|apt(?:-get)?|(?:npm|pnpm|yarn|bun) (?:i|ci|add|install|publish|remove|link|update)|(?:cargo|go) (?:add|get|install|mod|publish)|(?:poetry|bundle|composer|gem) (?:add|install|update))(?:\s|$)/
const VERIFIES =
  /(?:^|[\s/])(?:pytest|tox|nox|tsc|vitest|jest|mocha|ava|eslint|prettier|gofmt|gofumpt|goimports|golangci-lint|staticcheck|mypy|pyright|flake8|pylint|ruff|black|isort|shellcheck|hadolint|rspec|rubocop|phpunit|phpstan|ctest|cmake|make|ninja|bazel|gradlew?|mvnw?)(?:\s|$)|(?:^|[\s:/_.-])(?:run)?(?:tests?|unittest|build|lint|vet|clippy|check|typecheck|type-check|fmt|format|compile|verify|validate|e2e|ci)(?=$|[\s:/_.-])/i

/** Whether a command line tests, builds or checks something. */
export function isVerdict(line: string): boolean {
  return programsOf(line).some((program) => VERIFIES.test(program) && !ACTS.test(program))
}
