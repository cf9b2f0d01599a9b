/** Classifies single words of bounded length by their shape. No pattern backtracks over more than one word. [V4] */

/** Names of brands and standards that look like identifiers but are plain English. A summary may use them even if the
 * source does not contain this spelling. */
export const PROPER_NAMES: ReadonlySet<string> = new Set(
  `GitHub GitLab JavaScript TypeScript CoffeeScript OpenAI PostgreSQL MySQL NoSQL SQLite MongoDB GraphQL macOS iOS iPadOS iPhone iPad YouTube
  LinkedIn WebSocket WebSockets WebAssembly DevOps ChatGPT DeepSeek LaTeX Node.js Next.js Vue.js React.js Express.js Three.js D3.js WordPress
  PowerShell VSCode IntelliJ PyCharm PayPal eBay OAuth OAuth2 IPv4 IPv6 UTF-8 UTF8 UTF-16 Base64 base64 x86 x64 S3 EC2 MP3 MP4 2FA B2B K8s
  CI/CD TCP/IP I/O N/A n/a HTML5 CSS3 ES6 SHA256 SHA-256 MD5 DynamoDB CloudFront BigQuery TensorFlow PyTorch OpenAPI JetBrains FastAPI
  McDonald PhD e.g i.e vs. etc. a.m p.m U.S U.K URLs APIs IDs PRs TODOs UUIDs CLIs IDEs CPUs GPUs LLMs PDFs SDKs VMs DMs NaN IoT WiFi Wi-Fi
  No.1 COVID-19`.split(/\s+/),
)

const EXTENSION =
  /^\.(?:[cm]?[jt]sx?|py[iw]?|go|rs|rb|java|kts?|swift|[ch](?:pp|xx|h)?|cc|cs|php|sh|bash|zsh|fish|ps1|bat|sql|html?|css|s[ac]ss|less|vue|svelte|json[cl5]?|ya?ml|toml|ini|cfg|conf|env|lock|mod|sum|xml|md|mdx|rst|txt|log|csv|tsv|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|ico|webp|mp[34]|wav|zip|tar|t?gz|bz2|xz|db|sqlite3?|proto|graphql|tf|gradle|ipynb|lua|pl|r|scala|clj|exs?|erl|hs|ml|dart|zig|nim|patch|diff|pem|key|crt|service|plist|wasm|so|dll|exe|bin|bak|tmpl|golden|snap|test|spec)$/i
const FOLDERS = new Set(
  'src lib libs test tests spec cmd pkg docs doc app apps bin internal packages scripts config configs build dist public assets api core web server client examples tools vendor cli bench'.split(
    ' ',
  ),
)
const SEGMENT = /^[\p{L}\p{N}_@.+\-~%$#]*$/u

export function isFileName(text: string): boolean {
  if (/^\.[A-Za-z][\w.-]{2,}$/.test(text)) return true
  // The extension starts at the last dot. Testing every dot of a word full of dots is too slow.
  const dot = text.lastIndexOf('.')
  return (
    dot >= 0 &&
    EXTENSION.test(text.slice(dot)) &&
    /^[\w.@+-]+$/.test(text) &&
    /\w/.test(text) &&
    !/^\d+\.[a-z]$/i.test(text)
  )
}

export function isPath(text: string): boolean {
  if (/^[A-Za-z]:\\[^\s:]+$/.test(text)) return true
  const parts = text.split('/')
  if (parts.length < 2 || parts.length > 40 || !parts.every((part) => SEGMENT.test(part))) return false
  const named = parts.filter((part) => /\p{L}/u.test(part))
  if (named.length === 0) return false
  const last = parts.at(-1) ?? ''
  if (/\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(last)) return true
  if (/^(?:~|\.{1,2})?$/.test(parts[0] ?? '')) return text.length > 2
  const full = parts.filter((part) => part !== '')
  if (full.length >= 3) return true
  return full.length === 2 && (full.some((part) => /[_.\d-]/.test(part)) || FOLDERS.has(full[0] ?? ''))
}

/** `1.2.3`, `v2`, `v1.4-rc1`, `^20.19.0`, `127.0.0.1:80`. */
export function isVersion(text: string): boolean {
  return (
    /^[v^~]?\d{1,9}(?:\.\d{1,9}){2,3}(?:[-+.:][\w.+-]{1,40})?$/i.test(text) ||
    /^v\d{1,5}(?:\.\d{1,5})?(?:-[\w.]{1,20})?$/i.test(text)
  )
}

export function isDate(text: string): boolean {
  if (/^\d{4}-\d{2}-\d{2}(?:T[\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return true
  if (/^\d{4}\/\d{1,2}\/\d{1,2}$/.test(text) || /^\d{1,2}[/.]\d{1,2}[/.]\d{4}$/.test(text)) return true
  return /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:am|pm)?$/i.test(text)
}

const NUMBER = /^[-+]?[$€£¥]?(\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,12})?)([A-Za-z%°µ]{0,6})$/
const UNITS = /^(?:[nµmu]?s|m|h|d|[kmgt]i?b|k|[mg]?hz|%|x|px|em|rem|pt|min|sec|hr|hrs|km|kg|cm|mm|tok|tokens)$/i

/** Whether the text is a number of at least three digits, or any number with a unit or currency. */
export function isNumber(text: string, unitFollows: boolean): boolean {
  const match = NUMBER.exec(text)
  if (!match) return false
  const digits = (match[1] ?? '').replace(/\D/g, '').length
  const unit = match[2] ?? ''
  if (unit !== '') return UNITS.test(unit)
  return unitFollows || digits >= 3 || /[$€£¥]/.test(text)
}

const ERRNO =
  /^(?:ENOENT|EACCES|EPERM|EEXIST|EADDRINUSE|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EISDIR|ENOTDIR|ENOTEMPTY|EMFILE|ENOSPC|EINVAL|EAGAIN|EBUSY|EBADF|ENOMEM|ERESOLVE|EHOSTUNREACH|EAI_AGAIN|ENFILE|EROFS|EXDEV)$/
const SIGNAL = /^SIG(?:TERM|KILL|INT|SEGV|ABRT|HUP|PIPE|BUS|QUIT|USR[12])$/

export function errorName(text: string): boolean {
  if (/(?:Error|Exception|Panic)$/.test(text)) return text.length > 9 && /^[\w.:]+$/.test(text)
  return ERRNO.test(text) || SIGNAL.test(text) || /^(?:ERR_[A-Z_\d]+|(?:TS|CS|E|SC|PGRST|ORA-)\d{4,5})$/.test(text)
}
