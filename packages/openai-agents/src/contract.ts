/** The part of the SDK's contract that this package implements. `npm run check:sdks` checks it against the SDK. */

/** An `AgentInputItem` of the SDK. The package passes items through and reads only members that it knows. */
// oxlint-disable-next-line typescript/no-explicit-any -- assignable to the item type of every SDK version
export type AgentItem = any

/** What a `callModelInputFilter` gets and returns as `modelData`. */
export interface ModelInput {
  input: AgentItem[]
  instructions?: string | undefined
}

export interface HistoryTransaction {
  /** Stays the same when the transaction is retried. */
  operationId: string
  transaction:
    | { type: 'append_items'; items: AgentItem[] }
    | { type: 'replace_suffix'; expectedSuffix: AgentItem[]; replacement: AgentItem[] }
}
