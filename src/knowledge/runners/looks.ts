import { one, type Row } from '../row.js'

/** Commands that only look at something, or change files, which the list of files shows. */
export const LOOKS: readonly Row[] = [
  {
    name: 'shell look',
    kind: 'look',
    commands: [
      one('ls ll cat bat head tail less more grep egrep fgrep rg ag fd which type whereis wc stat file tree du df ps'),
      one(
        'pwd cd pushd popd echo printf env printenv sleep date whoami id uname hostname history man help awk cut sort',
      ),
      one('uniq tr nl jq yq xxd hexdump od column diff cmp comm test [ [[ true false exit export set unset source .'),
      one(
        'kill pkill pgrep lsof basename dirname realpath readlink md5sum sha1sum sha256sum strings nproc free top ping',
      ),
      one('dig nslookup read wait for while if fi done esac case trap local return shopt ulimit umask declare alias'),
      ...['mktemp', 'xargs grep|ls|cat|head|wc'],
    ],
    like: { command: ['ls -la', 'grep -rn "…" src', 'cd src', 'echo "…"', 'jq .a b.json', 'mktemp -d'] },
    unlike: { command: ['lsattr-all', './test.sh', 'xargs rm', 'catalog'] },
  },
  {
    name: 'PowerShell look',
    kind: 'look',
    commands: [
      one('Get-* Select-* Test-Path Test-Connection Measure-* Where-Object ForEach-Object Sort-Object Group-Object'),
      one('Format-* ConvertFrom-* ConvertTo-* Write-Host Write-Output Out-Null Out-String Out-Host Start-Sleep'),
      one('Resolve-Path Join-Path Split-Path Set-Location Push-Location Pop-Location Compare-Object where.exe'),
      ...['findstr', 'foreach'],
    ],
    like: {
      command: [
        ...['Get-ChildItem -Recurse', 'Select-String "…" a.ps1', 'Test-Path a', 'Test-Connection a', 'Measure-Object'],
        ...['Where-Object Name', 'ForEach-Object FullName', 'Sort-Object Name', 'Group-Object Name', 'Format-Table'],
        ...['ConvertFrom-Json', 'ConvertTo-Json', 'Write-Host "…"', 'Write-Output "…"', 'Out-Null', 'Out-String'],
        ...['Out-Host', 'Start-Sleep 5', 'Resolve-Path a', 'Join-Path a b', 'Split-Path a', 'Set-Location a'],
        ...['Push-Location a', 'Pop-Location', 'Compare-Object a b', 'where.exe git', 'findstr a b.txt'],
        'foreach',
      ],
    },
    unlike: {
      command: [
        '$GRADLE test',
        'Remove-Item a',
        'Set-Content a',
        'Invoke-RestMethod a',
        'Test-All.ps1',
        'Start-Service web',
      ],
    },
  },
  {
    name: 'find',
    kind: 'look',
    command: /^find\b(?!.*\s-(?:delete|exec(?:dir)?\s+(?!grep|ls|cat|head|wc)))/,
    like: {
      command: [
        ...['find . -name "…"', 'find . -exec grep x {} +', 'find . -exec ls -l {} +', 'find . -exec cat {} +'],
        ...['find . -exec head -1 {} +', 'find . -execdir wc -l {} +'],
      ],
    },
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
    commands: [
      `git ${one('log show diff status grep rev-parse rev-list blame ls-files ls-tree ls-remote cat-file describe reflog')}`,
      `git ${one('shortlog whatchanged check-ignore merge-base name-rev show-ref for-each-ref fetch help')}`,
      ...['git config --get|--list', 'git remote -v|show|get-url', 'git stash list|show', 'git worktree list'],
      ...['git remote|branch|tag $', 'git tag -l|--list|--sort', 'git branch --list|--show-current|--all|--contains'],
      'git branch --merged|-a|-r|-v|-vv|-av|-avv',
    ],
    like: { command: ['git log -5', 'git branch --show-current', 'git remote -v'] },
    unlike: { command: ['git commit -m "…"', 'git branch -d old', 'git stash pop'] },
  },
  {
    name: 'request look',
    kind: 'look',
    commands: [
      'gh pr|issue|run|repo|release|workflow|label|gist|project view|list|diff|checks|status|watch|download',
      ...['gh search|status', 'gh auth status', 'wget … --spider|-qO-|-O-|-qO'],
    ],
    command:
      /^(?:gh api\b(?!.*\s(?:-X|--method|-f|-F|--field|--raw-field|--input)\b)|curl\b(?!.*\s(?:(?:-X\s*|--request[ =])(?!GET\b|HEAD\b)\w+|-d\b|--data\S*|-F\b|--form\b|-T\b|--upload-file\b|--json\b)))/,
    like: {
      command: [
        ...['gh pr view 3', 'gh api repos/a/b', 'curl -s "…"', 'curl -X GET a.example', 'curl -X HEAD a.example'],
        'curl --request GET a.example',
      ],
    },
    unlike: {
      command: [
        ...['gh pr create', 'gh api -X DELETE a', 'gh api --method POST a', 'gh api a -f b=c', 'gh api a -F b=c'],
        ...['gh api a --field b=c', 'gh api a --raw-field b=c', 'gh api a --input b.json', 'curl -X POST a.example'],
        ...['curl --request POST a.example', 'curl -d a=b c.example', 'curl --data-raw a=b c.example'],
        ...['curl -F a=@b c.example', 'curl --form a=@b c.example', 'curl -T a b.example'],
        ...['curl --upload-file a b.example', 'curl --json "…" a.example'],
      ],
    },
  },
  {
    name: 'package look',
    kind: 'look',
    commands: [
      ...['pip|pip3 show|list|freeze|index|download|check', 'uv pip show|list|freeze|check', 'conda|brew list|info'],
      ...['npm ls', 'npm|pnpm|yarn list|view|info|outdated|why|root|prefix', 'npm|pnpm|yarn run $', 'npm config get'],
      ...['go env|list|version|doc', 'cargo tree|metadata|search', 'mise tasks|ls|current|which'],
    ],
    like: { command: ['pip show wrapt', 'npm ls', 'go env GOPATH', 'cargo tree'] },
    unlike: { command: ['pip install wrapt', 'npm run build', 'go vet'] },
  },
  {
    name: 'system look',
    kind: 'look',
    commands: [
      ...['docker ps|images|logs|inspect|version|info', 'docker compose ps|logs', 'kubectl get|describe|logs|version'],
      ...['kubectl config view|current-context', 'terraform show|output', 'terraform state list', 'helm list|status'],
    ],
    like: { command: ['docker ps -a', 'kubectl get pods', 'docker compose logs web'] },
    unlike: { command: ['docker run app', 'kubectl apply -f a.yaml'] },
  },
  {
    name: 'help',
    kind: 'look',
    commands: ['* --version|-version|-V|--help|-help|-h|version|help $'],
    like: { command: ['node --version', 'terraform version'] },
    unlike: { command: ['npm version patch', 'version'] },
  },
  {
    // Code on the command line is a question to the interpreter, asked once.
    name: 'one line of code',
    kind: 'look',
    commands: ['deno eval'],
    command:
      /^(?:python[\d.]*\s+(?:-\w+\s+){0,3}-c|(?:node|ruby|perl|bun|php)\s+(?:-\w+\s+){0,3}(?:-e|--eval|-r)|(?:python[\d.]*|node|ruby|perl|bun|php)\s+-)(?:\s|$)(?!.*-i\b)/,
    like: {
      command: [
        ...['python3 -c "…"', 'node -e "…"', 'node --eval "…"', 'ruby -e "…"', 'perl -e "…"', 'bun -e "…"'],
        ...['php -r "…"', 'deno eval "…"', 'python3 -', 'python3 - a.json'],
        ...['node -', 'ruby -', 'perl -', 'bun -', 'php -'],
      ],
    },
    unlike: { command: ['python3 check.py', 'perl -p -i -e "…" a -i'] },
  },
  {
    name: 'formatter that shows',
    kind: 'look',
    command: /^(?:python[\d.]* -m )?(?:black|isort|yapf|autopep8)\b(?!.*\s--check)(?=.*\s--diff\b)/,
    like: {
      command: [
        'black --diff a.py',
        'python3 -m black --diff a.py',
        'isort a.py --diff',
        'yapf --diff a.py',
        'autopep8 --diff a.py',
      ],
    },
    unlike: { command: ['black --check --diff a.py', 'black a.py', 'ruff format --diff a.py'] },
  },
  {
    name: 'files',
    kind: 'files',
    isSilent: true,
    failed: { starts: ['tar: Error is not recoverable', 'tar: Exiting with failure'] },
    commands: [
      one('mkdir touch rm rmdir cp mv ln chmod chown tee sed unzip tar'),
      one('New-Item Remove-Item Copy-Item Move-Item Rename-Item Set-Content Add-Content Out-File Clear-Content'),
      'perl -i*|-pi*',
    ],
    like: {
      command: [
        ...['New-Item a', 'Remove-Item a', 'Copy-Item a b', 'Move-Item a b', 'Rename-Item a b', 'Set-Content a'],
        ...['Add-Content a', 'Out-File a', 'Clear-Content a'],
        ...['rm -rf build', 'sed -i "…" a.ts', 'mv a.ts b.ts'],
      ],
      failed: ['tar: Error is not recoverable: exiting now', 'tar: Exiting with failure status due to previous errors'],
    },
    unlike: { command: ['rmate', 'python move.py'], failed: ["tar: Removing leading `/' from member names"] },
  },
]
