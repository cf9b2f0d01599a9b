/** What the words in the name of a tool say. `mcp__crm__issueCredit` has the words "issue" and "credit". A tool leaves a line
 * unless its words say that it only looks: the names of all tools that act are not known. [V9] */
export interface ToolWords {
  words: ReadonlySet<string>
  /** Names that are quiet by these words, and names that are not. */
  like: readonly string[]
  unlike: readonly string[]
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** A name that begins with one of these looks or thinks, whatever it looks at, unless it acts after an "and" or "or". */
export const LOOK_VERBS: ToolWords = {
  words: words(
    'read view cat ls list glob grep rg search find fetch get show describe lookup query browse scroll goto inspect count ' +
      'calculate compute think estimate summarize explain validate verify preview snapshot screenshot wait recall remember ' +
      'retrieve locate analyze assess compare classify diagnose detect identify check',
  ),
  like: [
    ...['read_file', 'getOrderStatus', 'mcp__github__list_comments', 'search_orders', 'find_user_id_by_email'],
    ...['get_order', 'retrieve_document', 'locate_record', 'analyze_logs', 'assess_risk', 'compare_plans'],
    ...['classify_text', 'diagnose_network', 'detect_language', 'identify_plan', 'check_stock', 'checkAvailability'],
  ],
  unlike: [
    ...['issue_credit', 'reply_in_thread', 'get_or_create_user', 'find_and_update', 'catalog_publish', 'open_ticket'],
    ...['check_in_guest', 'check_out', 'check_off_step', 'checkout', 'compare_and_update'],
  ],
}
/** Words behind a look verb with which it acts: `check_in_guest`. */
export const ACTING_PARTICLES: ReadonlyMap<string, ReadonlySet<string>> = new Map([['check', words('in out off')]])

/** A name that begins with one of these is about the client's own plans and helpers: `TaskCreate`, unlike `create_task`. */
export const QUIET_TOPICS: ToolWords = {
  words: words('plan todo todowrite todoread skill agent task memory ask question web websearch webfetch'),
  like: ['TodoWrite', 'todowrite', 'todoread', 'WebSearch', 'Task', 'TaskCreate', 'ask_user', 'Skill'],
  unlike: ['create_task', 'status_post', 'assign_agent'],
}

/** Names of tools of the client's own notes on its plans, whatever their words say. */
export const OWN_NOTES: ToolWords = {
  words: words(
    'update_plan report_intent update_topic write_todos update_todo_list manage_todo_list exit_plan_mode enter_plan_mode',
  ),
  like: [
    ...['update_plan', 'report_intent', 'update_topic', 'write_todos', 'update_todo_list', 'manage_todo_list'],
    ...['exit_plan_mode', 'enter_plan_mode', 'ExitPlanMode', 'EnterPlanMode'],
  ],
  unlike: ['change_plan', 'mcp__phone__update_plan', 'update_customer_plan', 'report_issue'],
}

/** A name that ends with one of these looks, unless it has a word that acts. */
export const LOOK_ENDINGS: ToolWords = {
  words: words('search lookup read get fetch query list view'),
  like: ['order_lookup', 'issue_read', 'brave_web_search', 'tickets_list'],
  unlike: ['add_to_list', 'mark_as_read', 'research', 'send_query', 'join_waiting_list'],
}
/** Verbs that change what a call names. */
const CHANGING = words('create add update delete remove set move change modify put insert save merge archive')
/** A name with one of these acts on others, even if it names a file. */
export const REACHING: ToolWords = {
  words: words(
    'send post submit mark cancel approve reject refund charge pay book assign close reopen publish deploy join leave escalate ' +
      'notify upload transfer reply invite',
  ),
  like: ['upload_file', 'post_document', 'sendFile', 'publish_and_save'],
  unlike: ['write_to_file', 'apply_diff', 'insert_content', 'replace_string_in_file', 'create_new_file'],
}
export const ACTING: ReadonlySet<string> = new Set([...CHANGING, ...REACHING.words])
export const CONNECTING = words('and or then')

/** A name of these words alone shows or changes files: the list of files shows what it did. One of each name is a verb. */
export const FILE_VERBS: ToolWords = {
  words: words(
    'read view open cat ls list glob grep rg diff write edit multiedit create insert patch replace append delete rename',
  ),
  like: [
    ...['Read', 'write_file', 'str_replace_based_edit_tool', 'apply_patch', 'NotebookEdit', 'MultiEdit'],
    ...['list_directory', 'rg', 'write_to_file', 'apply_diff'],
  ],
  unlike: ['edit_record', 'create_ticket', 'replace_order', 'open_account', 'delete_user', 'file_complaint'],
}
export const FILE_NOUNS = words(
  'file files many directory dir folder notebook cell path str text code multi string in to based editor tool apply content',
)
