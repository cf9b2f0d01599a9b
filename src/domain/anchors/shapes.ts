import { wordSet, hasLetter } from '../texts.js'

/** Classifies single words of bounded length by their shape. No pattern backtracks over more than one word. [V4] */

/** Names of brands and standards that look like identifiers but are plain English. A summary may use them even if the
 * source does not contain this spelling. */
export const PROPER_NAMES = wordSet(`
  GitHub GitLab JavaScript TypeScript CoffeeScript OpenAI PostgreSQL MySQL NoSQL SQLite MongoDB GraphQL macOS iOS iPadOS iPhone iPad YouTube
  LinkedIn WebSocket WebSockets WebAssembly DevOps ChatGPT DeepSeek LaTeX Node.js Next.js Vue.js React.js Express.js Three.js D3.js WordPress
  PowerShell VSCode IntelliJ PyCharm PayPal eBay OAuth OAuth2 IPv4 IPv6 UTF-8 UTF8 UTF-16 Base64 base64 x86 x64 S3 EC2 MP3 MP4 2FA B2B K8s
  CI/CD TCP/IP I/O N/A n/a HTML5 CSS3 ES6 SHA256 SHA-256 MD5 DynamoDB CloudFront BigQuery TensorFlow PyTorch OpenAPI JetBrains FastAPI
  McDonald PhD e.g i.e vs. etc. a.m p.m U.S U.K URLs APIs IDs PRs TODOs UUIDs CLIs IDEs CPUs GPUs LLMs PDFs SDKs VMs DMs NaN IoT WiFi Wi-Fi
  No.1 COVID-19`)

/** Extensions of files, without a dot. */
const EXTENSIONS = wordSet(`
  ts tsx mts cts js jsx mjs cjs py pyi pyw go rs rb java kt kts swift c cc cpp cxx h hh hpp hxx cs php sh bash zsh fish ps1 bat sql htm html css
  sass scss less vue svelte json jsonc jsonl json5 yml yaml toml ini cfg conf env lock mod sum xml md mdx rst txt log csv tsv pdf doc docx xls
  xlsx ppt pptx png jpg jpeg gif svg ico webp mp3 mp4 wav zip tar gz tgz bz2 xz db sqlite sqlite3 proto graphql tf gradle ipynb lua pl r scala
  clj ex exs erl hs ml dart zig nim patch diff pem key crt service plist wasm so dll exe bin bak tmpl golden snap test spec`)
const FOLDERS = wordSet(
  'src lib libs test tests spec cmd pkg docs doc app apps bin internal packages scripts config configs build dist public assets api core web server client examples tools vendor cli bench',
)
/** Where a path may start. */
const ROOTS = new Set(['', '~', '.', '..'])
const UNITS = wordSet(
  'ns µs mu us ms s m h d b kb mb gb tb ib kib mib gib tib k hz khz mhz ghz % x px em rem pt min sec hr hrs km kg cm mm tok tokens',
)
const SYSTEM_ERRORS = wordSet(`
  ENOENT EACCES EPERM EEXIST EADDRINUSE ECONNREFUSED ECONNRESET ETIMEDOUT EPIPE ENOTFOUND EISDIR ENOTDIR ENOTEMPTY EMFILE ENOSPC EINVAL EAGAIN
  EBUSY EBADF ENOMEM ERESOLVE EHOSTUNREACH EAI_AGAIN ENFILE EROFS EXDEV
  SIGTERM SIGKILL SIGINT SIGSEGV SIGABRT SIGHUP SIGPIPE SIGBUS SIGQUIT SIGUSR1 SIGUSR2`)

const SEGMENT = /^[\p{L}\p{N}_@.+\-~%$#]*$/u
const DOT_FILE = /^\.[A-Za-z][\w.-]{2,}$/
const NAME = /^[\w.@+-]+$/
const DRIVE = /^[A-Za-z]:\\[^\s:]+$/
const VERSION = /^(?:[v^~]?\d{1,9}(?:\.\d{1,9}){2,3}(?:[-+.:][\w.+-]{1,40})?|v\d{1,5}(?:\.\d{1,5})?(?:-[\w.]{1,20})?)$/i
const DATE =
  /^(?:\d{4}-\d\d-\d\d(?:T[\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?|\d{4}\/\d\d?\/\d\d?|\d\d?[/.]\d\d?[/.]\d{4}|\d\d?:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:am|pm)?)$/i
const NUMBER = /^[-+]?([$€£¥]?)(\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,12})?)([A-Za-z%°µ]{0,6})$/
/** `TypeError`, `ERR_INVALID_URL`, `TS2322`, `ORA-00942`. */
const ERROR = /^(?:[\w.:]{2,}(?:Error|Exception)|ERR_[A-Z_\d]+|(?:TS|CS|E|SC|ORA-)\d{4,5})$/

export function isFileName(text: string): boolean {
  if (DOT_FILE.test(text)) return true
  const dot = text.lastIndexOf('.')
  return dot >= 0 && EXTENSIONS.has(text.slice(dot + 1).toLowerCase()) && NAME.test(text)
}

export function isPath(text: string): boolean {
  if (DRIVE.test(text)) return true
  const parts = text.split('/')
  if (parts.length < 2 || parts.length > 40 || !parts.every((part) => SEGMENT.test(part))) return false
  if (!hasLetter(text)) return false
  const [first = '', ...more] = parts.filter((part) => part !== '')
  if (ROOTS.has(parts[0]!)) return text.length > 2
  return more.length > 1 || (more.length === 1 && (FOLDERS.has(first) || /[_.\d-]/.test(text)))
}

/** `1.2.3`, `v2`, `v1.4-rc1`, `^20.19.0`, `127.0.0.1:80`. */
export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

export function isDate(text: string): boolean {
  return DATE.test(text)
}

/** Whether the text is a number of at least three digits, or any number with a unit or currency. */
export function isNumber(text: string, unitFollows: boolean): boolean {
  const [, currency, digits, unit = ''] = NUMBER.exec(text) ?? []
  if (digits === undefined) return false
  if (unit !== '') return UNITS.has(unit.toLowerCase())
  return unitFollows || currency !== '' || hasThreeDigits(digits)
}

/** Whether a number has three digits or more, so that it is more than a small count. */
export function hasThreeDigits(text: string): boolean {
  return text.replace(/\D/g, '').length >= 3
}

export function errorName(text: string): boolean {
  return ERROR.test(text) || SYSTEM_ERRORS.has(text)
}
