import type { Row } from './row.js'

/** Commands that only look at something, or change files, which the list of files shows. */
export const LOOKS: readonly Row[] = [
  {
    name: 'shell look',
    kind: 'look',
    command:
      /^(?:ls|ll|cat|bat|head|tail|less|more|[ef]?grep|rg|ag|fd|which|type|whereis|pwd|cd|pushd|popd|echo|printf|wc|stat|file|tree|du|df|ps|env|printenv|sleep|date|whoami|id|uname|hostname|history|man|help|awk|cut|sort|uniq|tr|nl|jq|yq|xxd|hexdump|od|column|diff|cmp|comm|test|\[{1,2}|true|false|exit|export|set|unset|source|\.|kill|pkill|pgrep|lsof|basename|dirname|realpath|readlink|md5sum|sha\d{1,3}sum|strings|xargs (?:grep|ls|cat|head|wc)|nproc|free|top|ping|dig|nslookup|read|wait|for|while|if|fi|done|esac|case|trap|local|return|shopt|ulimit|umask|local|declare|alias)(?:\s|$)/,
    like: { command: ['ls -la', 'grep -rn "…" src', 'cd src', 'echo "…"', 'jq .a b.json'] },
    unlike: { command: ['lsattr-all', './test.sh', 'xargs rm', 'catalog'] },
  },
  {
    name: 'find',
    kind: 'look',
    command: /^find\b(?!.*\s-(?:delete|exec(?:dir)?\s+(?!grep|ls|cat|head|wc)))/,
    like: { command: ['find . -name "…"', 'find . -exec grep x {} +'] },
    unlike: { command: ['find . -name "…" -delete', 'find . -exec rm {} +'] },
  },
  {
    name: 'sed',
    kind: 'look',
    command: /^sed\b(?!.*\s(?:-[a-zA-Z]*i|--in-place))/,
    like: { command: ['sed -n "…" a.ts'] },
    unlike: { command: ['sed -i "…" a.ts', 'sed --in-place "…" a.ts'] },
  },
  {
    name: 'git look',
    kind: 'look',
    command:
      /^git (?:log|show|diff|status|grep|rev-parse|rev-list|blame|ls-files|ls-tree|ls-remote|cat-file|describe|reflog|shortlog|whatchanged|check-ignore|merge-base|name-rev|show-ref|for-each-ref|fetch|help|config --(?:get|list)|remote(?: -v| show| get-url|$)|branch(?:$|\s+(?:-[avr]+|--(?:list|show-current|all|contains|merged))\b)|tag(?:$|\s+(?:-l|--list|--sort))|stash (?:list|show)|worktree list)(?:\s|$)/,
    like: { command: ['git log -5', 'git branch --show-current', 'git remote -v'] },
    unlike: { command: ['git commit -m "…"', 'git branch -d old', 'git stash pop'] },
  },
  {
    name: 'request look',
    kind: 'look',
    command:
      /^(?:gh (?:(?:pr|issue|run|repo|release|workflow|label|gist|project) (?:view|list|diff|checks|status|watch|download)|search|status|auth status)\b|gh api\b(?!.*\s(?:-X|--method|-f|-F|--field|--raw-field|--input)\b)|curl\b(?!.*\s(?:-X\s*(?!GET\b|HEAD\b)\w+|--request[ =](?!GET\b|HEAD\b)\w+|-d\b|--data\S*|-F\b|--form\b|-T\b|--upload-file\b|--json\b))|wget\b.*\s-(?:q?O-|-spider))/,
    like: { command: ['gh pr view 3', 'gh api repos/a/b', 'curl -s "…"', 'curl -X GET a.example'] },
    unlike: { command: ['gh pr create', 'gh api -X DELETE a', 'curl -X POST a.example', 'curl -d a=b c.example'] },
  },
  {
    name: 'package look',
    kind: 'look',
    command:
      /^(?:(?:pip3?|uv pip) (?:show|list|freeze|index|download|check)\b|(?:npm|pnpm|yarn) (?:ls|list|view|info|outdated|why|root|prefix|config get|run$)|go (?:env|list|version|doc)\b|cargo (?:tree|metadata|search)\b|mise (?:tasks|ls|current|which)\b|conda (?:list|info)\b|brew (?:list|info)\b)/,
    like: { command: ['pip show wrapt', 'npm ls', 'go env GOPATH', 'cargo tree'] },
    unlike: { command: ['pip install wrapt', 'npm run build', 'go vet'] },
  },
  {
    name: 'system look',
    kind: 'look',
    command:
      /^(?:docker (?:ps|images|logs|inspect|version|info|compose (?:ps|logs))\b|kubectl (?:get|describe|logs|version|config (?:view|current-context))\b|terraform (?:show|output|state list)\b|helm (?:list|status)\b)/,
    like: { command: ['docker ps -a', 'kubectl get pods', 'docker compose logs web'] },
    unlike: { command: ['docker run app', 'kubectl apply -f a.yaml'] },
  },
  {
    name: 'help',
    kind: 'look',
    command: /^\S{1,80}\s+(?:--?version|-V|--?help|-h|version|help)$/,
    like: { command: ['node --version', 'terraform version'] },
    unlike: { command: ['npm version patch', 'version'] },
  },
  {
    // Code on the command line is a question to the interpreter, asked once.
    name: 'one line of code',
    kind: 'look',
    command: /^(?:python[\d.]*|node|ruby|perl|deno|bun|php)\s+(?:-\w+\s+){0,3}(?:-[ce]|--eval|-r|-)(?:\s|$)(?!.*-i\b)/,
    like: { command: ['python3 -c "…"', 'node -e "…"'] },
    unlike: { command: ['python3 check.py', 'perl -p -i -e "…" a -i'] },
  },
  {
    name: 'files',
    kind: 'files',
    isSilent: true,
    command: /^(?:mkdir|touch|rm|rmdir|cp|mv|ln|chmod|chown|tee|sed|perl -p?i|unzip|tar)\b/,
    like: { command: ['rm -rf build', 'sed -i "…" a.ts', 'mv a.ts b.ts'] },
    unlike: { command: ['rmate', 'python move.py'] },
  },
]
