/** Generated from openapi.yaml by scripts/generate-client.mjs. Do not edit. */

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Name and version of the service, with links to its documentation. */
        get: operations["home"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the API reference as an HTML page. */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process is alive. */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of this process and the service, in the text format of Prometheus.
         * @description An admin key or METRICS_TOKEN reads them. Each metric has a line of help.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this API as an OpenAPI 3.1 document. */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process can serve requests: it reaches the database and is not shutting down. */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report what became of the alerts to the webhook.
         * @description Alerts are the events `compression-stuck`, `audit-failed` and `model-unavailable` of all apps.
         */
        get: operations["readAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List apps. */
        get: operations["listApps"];
        put?: never;
        /** Register an app: a program with its own keys and sessions. */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an app: its defaults for sessions, how long it keeps idle ones, its quotas, and what it uses. */
        get: operations["getApp"];
        put?: never;
        post?: never;
        /**
         * Delete an app with its sessions, keys, index, scopes and standing entries.
         * @description The keys end at once, and the app is unknown from then on. The rest goes step by step; `GET /v1/deletions/{deletionId}` shows progress and the report. It cannot be undone. The app `default` cannot be deleted.
         */
        delete: operations["deleteApp"];
        options?: never;
        head?: never;
        /**
         * Change the defaults for new sessions of an app, how long it keeps idle ones, and its quotas.
         * @description Open sessions keep their policy. The retention applies to all sessions of the app: an idle one is named by `session-expiring` and deleted a day later, whole, unless it becomes active again. Only an admin key changes quotas; those that are not given stay.
         */
        patch: operations["updateApp"];
        trace?: never;
    };
    "/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what people and keys did: apps, keys, deletions, restores and policies, newest first.
         * @description Each entry is written in the transaction of its change, and names the key, its role, and the address of the request. It is kept for `AUDIT_LOG_DAYS`. It contains no secret and no conversation text.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shrink a conversation without a session, using the deterministic rules. Reports the tokens each rule saved.
         * @description Stores nothing and calls no model. Messages that no rule changes are returned exactly as sent. Placeholders say that the caller has the original. Ids in the report have the form `part_<message>_<part>` and name its position in the request. Messages are accepted as `validation=lenient` does.
         */
        post: operations["compact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deletions of apps, users and scopes, newest first. */
        get: operations["listDeletions"];
        put?: never;
        /**
         * Delete everything about a user, or of a memory scope, that exists now.
         * @description `user`: the sessions whose `metadata.user` it is or whose client sent it as the id of its user, what they stated for their scope, and what other sessions recalled from them. If the default policy of the app gives each user a scope, that scope, too. `memoryScope`: the sessions of the scope and its standing entries. Sessions opened later stay.
         */
        post: operations["createDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deletions/{deletionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the progress of a deletion, and its report when it is done. */
        get: operations["getDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event log by page or as a stream.
         * @description Pages start at the beginning of the log, after the cursor `after`, or at the time `since`. A page has the events of every request that was answered before, but waits at most 1 s for an older one that is still running. With `Accept: text/event-stream` the reply is a stream of server-sent events. The stream starts after `Last-Event-ID`, `after` or `since`; without all it starts with new events. A `caught-up` event separates replayed events from live ones. This path also accepts WebSocket connections.
         */
        get: operations["readEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List keys (secrets omitted). */
        get: operations["listKeys"];
        put?: never;
        /** Create a key for an app. The secret is returned only once; the service stores its hash. */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a key. Its event streams and tickets end at once, in all processes. */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a key a new secret. The present one ends at once, or after `graceSeconds`.
         * @description Id, app and role of the key stay. When a secret ends, its event streams and tickets end with it, in all processes. A second rotation ends the secret before the first one, whatever its grace.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models of the model server, with their availability and the record of their summaries.
         * @description Records, breakers of models, and names of models that the server does not have are those of the app. The breaker of the server is shared by all apps.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count waiting, active and failed jobs across all apps. */
        get: operations["queueDepth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/savings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report by session and day what the calls were sent, and what they would have been sent otherwise.
         * @description A page of sessions, newest first, from their recorded events. Add the pages up for an app or a day.
         */
        get: operations["readInputByDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the memory scopes that have sessions or entries, in no meaningful order. */
        get: operations["listScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scopes/{scope}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Answer "what do you keep about me?": entries, sessions, and counts of a scope on one page.
         * @description A scope without anything has empty lists. `format=markdown` or `Accept: text/markdown` returns a page to read.
         */
        get: operations["getScope"];
        put?: never;
        post?: never;
        /**
         * Delete all entries of a scope and everything that its sessions recalled from each other.
         * @description The sessions stay in the scope with their messages: `keptSessions` counts them, and `POST /v1/deletions {"memoryScope": …}` deletes them, before or after this. No session recalls from those that exist now.
         */
        delete: operations["deleteScope"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scopes/{scope}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules, preferences, decisions and facts that people stated in the sessions of a scope, newest first.
         * @description What the service keeps about a person, in their own words. `format=markdown` or `Accept: text/markdown` returns a page to read.
         */
        get: operations["listStanding"];
        put?: never;
        /** Add a rule, preference, decision or fact to a scope. It supersedes an older one on the same subject. */
        post: operations["addStanding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scopes/{scope}/entries/{entryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an entry and take it out of every context that shows it, snapshots and earlier moments included. */
        delete: operations["deleteStanding"];
        options?: never;
        head?: never;
        /** Edit, end or open an entry. Running sessions show the change at their next cut. */
        patch: operations["editStanding"];
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search every message of a session, or of all sessions of the app, offloaded originals included.
         * @description Finds text, reasoning, tool arguments and tool results by words, whether or not they are still in a context. Case, accents and common endings are ignored; identifiers are found whole and by their words. An admin who acts as no app searches the app of the session, else the app `default`.
         */
        get: operations["searchMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions, newest first, or find them by external id or metadata.
         * @description `metadata.<key>=<value>` selects sessions whose metadata has this top-level member as text, number or boolean. Up to 5 such parameters are combined. Up to 100 members of metadata up to 64 KiB are indexed.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Open a session for a model.
         * @description The limit is 85% of the context size, cannot exceed the real window of the model, and is fixed for the life of the session. There is one exception. While no model server reports the window size, `window` is `unverified`. Once a server reports it, the next append adopts the window and the model size, lowers the limit if necessary, and emits `session-updated`. If the app already has a session with the given `externalId`, that session is returned with 200 and nothing is changed.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a session with its policy and context status. */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /** Delete a session and its whole history. */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        /**
         * Update the mode, policy, system prompt, tools or metadata.
         * @description Policy overrides are merged into the current policy of the session. Every other field replaces the previous value. A new system prompt, new tools or a new policy is a recorded cut (`prompt-changed`). Model, sizes, preset and first goal cannot be changed.
         */
        patch: operations["updateSession"];
        trace?: never;
    };
    "/v1/sessions/{sessionId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Recompute from the history alone where every message is, and report contradictions. */
        get: operations["auditSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report how full the context was over time, by kind of content, and every cut. */
        get: operations["readBudget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List live checkpoints, newest first. With `superseded=true`, also those replaced by aging. */
        get: operations["listCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/checkpoints/{checkpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a checkpoint with its lines, sources and verification. */
        get: operations["getCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/checkpoints/{checkpointId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the messages a checkpoint replaces, exactly as received.
         * @description A page ends after `limit` messages or 16 MiB, whichever comes first, and contains at least one message. Pass `nextAfter` as `after` for the next page.
         */
        get: operations["readCheckpointMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/compress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a compression now.
         * @description Returns the compression that is already queued or running, if there is one. Every compression ends as completed, skipped or failed, with the reason.
         */
        post: operations["requestCompression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/compressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the compressions of a session, newest first. */
        get: operations["listCompressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/compressions/{compressionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a compression with its stages, model calls and outcome. */
        get: operations["getCompression"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the active context: the messages to send to the model. It always fits the limit.
         * @description With `at`, an earlier context, exactly as it was returned then: messages, system text, tools and tokens. A message that arrived together with later ones has the context it would have had alone. Reading an earlier context changes nothing. Contexts before the first cut that this version recorded answer 409.
         */
        get: operations["readContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/cuts/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the contexts just before and just after a cut, entry by entry, and how much a prompt cache keeps.
         * @description Both are for people: the context before may exceed the limit. Reading them changes nothing.
         */
        get: operations["readCut"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether an action, or the newest assistant step, still serves the intent of the session.
         * @description Compares the action with the intent (the active goal, else the first human message) and with the content of the session. The service also checks for drift after every compression. Drift emits `drift-detected`.
         */
        post: operations["detectDrift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain why each entry is in the context, what is excluded, and which cuts were made since a version. */
        get: operations["explainContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a session with its whole history and every record, as of this moment.
         * @description The reply is streamed. `json` and `jsonl` hold the same records; importing either restores the session with the same contexts. `jsonl` has one record per line: the session, its records, and an end with their digest. `markdown` is for people.
         */
        get: operations["exportSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a session that continues from an earlier state of this one.
         * @description From a snapshot, from the context at a message, or by default from the state now. The fork has the history up to there, and every context before it can be read in the fork as well. It shares the messages of its parent, and either session can be deleted. Policy, mode and preset are those of the parent now. Snapshots and compressions are not copied.
         */
        post: operations["forkSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the goals of a session with all their items, oldest first. */
        get: operations["listGoals"];
        put?: never;
        /**
         * Add a goal. It becomes the active goal unless `status` is `paused` or `completed`.
         * @description Every context contains the active goal and all locked decisions verbatim. Goals set before the first message are included at once. Later changes appear as notes in time order until the next cut.
         */
        post: operations["addGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/goals/{goalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update the description, priority or status of a goal. A goal that becomes active pauses the previous one. */
        patch: operations["updateGoal"];
        trace?: never;
    };
    "/v1/sessions/{sessionId}/goals/{goalId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a step, decision, artifact or next step to a goal.
         * @description If the goal already has the same item (same text, or same path for an artifact), that item is updated instead. A lock that does not fit beside the existing locks is refused, with the token counts.
         */
        post: operations["addGoalItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/goals/{goalId}/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update an item. A locked decision must be unlocked before its text can change. */
        patch: operations["updateGoalItem"];
        trace?: never;
    };
    "/v1/sessions/{sessionId}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the ledger: exact rules, files and decisions from messages that left the context, newest first. */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the session log: one line for each change, with the tokens before and after.
         * @description Starts at the beginning or after the cursor `after`; `last` returns the newest events instead. Returns Markdown with `format=markdown` or `Accept: text/markdown`.
         */
        get: operations["readLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the full history exactly as received, independent of the context.
         * @description Returns every message in its original format, byte for byte. A page ends after `limit` messages or 16 MiB, whichever comes first, and contains at least one message. Pass `nextAfter` as `after` for the next page, with the same `to`. With `format`, a message in another format also carries its translation as `rendered`.
         */
        get: operations["readHistory"];
        put?: never;
        /**
         * Append messages. May queue a compression.
         * @description Appends 1 to 1,000 messages, all or none. After a 2xx reply they are stored permanently. The request does not wait for a model. A response object of a provider (OpenAI chat completion, OpenAI response, Anthropic message, Ollama chat reply) is accepted in place of a message and reduced to its message. Its prompt tokens count as `usage.promptTokens` if the request gives none. Adjacent items of one model turn (`responses`) are stored as one message. With `context`, the reply has the context to send to the model, so that a turn takes one request.
         */
        post: operations["appendMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/messages/{seq}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pin a message: every context contains it verbatim until it is unpinned.
         * @description Only a raw message can be pinned. A covered, evicted or reduced message is refused, with the path to read it. A pin that would leave too few free tokens is refused as well.
         */
        put: operations["pinMessage"];
        post?: never;
        /** Unpin a message: later cuts may remove it from the context. */
        delete: operations["unpinMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/offloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the parts that are reduced in the context. */
        get: operations["listOffloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/offloads/{offloadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the exact original of a reduced part, by range of characters, bytes or lines.
         * @description In every unit, consecutive ranges join to the exact original; `nextOffset` is the start of the next range. A range never splits a character: both ends move back to the start of the character they fall into.
         */
        get: operations["readOffload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/offloads/{offloadId}/media/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the bytes of an image or file in an original.
         * @description Always sent as an attachment. The content type is one that browsers do not execute, else `application/octet-stream`.
         */
        get: operations["readOffloadedMedium"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/offloads/{offloadId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the original of a reduced part, ignoring case.
         * @description Searches the text form of the original for a literal string, not a pattern.
         */
        get: operations["searchOffload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/realign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat the intent of the session, and the sentences of its history closest to it, at the end of the context.
         * @description Adds a message with the role `user` and the origin `app`, so that nothing before it changes. It is part of the history, and a later compression may cover it. The intent is the active goal, else the first human message.
         */
        post: operations["realign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/recalls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what came back by itself for each message of a person, and why nothing did, newest first. */
        get: operations["listRecalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/rollover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a new epoch: shrink the context to its core at once, without a model.
         * @description Recorded cuts. These stay: system prompt, tools, goals, pinned messages, open calls, the last 10 human messages, and one checkpoint of at most 400 tokens (at a limit of 13,600) that names a snapshot of the state before. Older human messages are evicted, and everything else is behind the checkpoint. All of it stays readable.
         */
        post: operations["rollOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/savings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report what the calls were sent and would have been sent, and the tokens that each rule saved so far. */
        get: operations["readSavings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the snapshots of a session, newest first. */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Save the state of the session: context, checkpoints, goals, pins, watermark and counters.
         * @description It stays until it is deleted, and takes the same time however long the history is.
         */
        post: operations["createSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/snapshots/{snapshotId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a snapshot. */
        get: operations["getSnapshot"];
        put?: never;
        post?: never;
        /** Delete a snapshot. The session and its history stay as they are. */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/snapshots/{snapshotId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return the session to a snapshot. The context is exactly what it was.
         * @description A recorded cut. Later messages stay in the history as evicted. A snapshot of the state before is made first (`rollbackId`). System prompt and tools return with the context; policy, mode, metadata and limit stay as they are now. A pending compression ends as skipped with the reason `session-restored`.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report usage, reliability, changes to the context, and a handover text for a fresh session.
         * @description Returns Markdown with `format=markdown` or `Accept: text/markdown`.
         */
        get: operations["readStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summarize a session: intent, decisions, files, open questions, next steps, and where the originals are.
         * @description Calls no model. Returns Markdown with `format=markdown` or `Accept: text/markdown`.
         */
        get: operations["readSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get tool definitions with which a model reads back what a placeholder or checkpoint names.
         * @description Add them to the tools of your own requests, and answer their calls with `POST …/tools/call`. Results of these tools are never reduced.
         */
        get: operations["listReadingTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/tools/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a call of a reading tool.
         * @description Returns text of at most a tenth of the limit. A wrong call returns 200 with `isError`, so that the model can correct itself. The caller appends the result.
         */
        post: operations["callReadingTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/watermark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the task boundary and what it waits for.
         * @description A boundary is applied at an append: its calls and results leave once that frees at least the minimum gain, or together with other reductions at least 10% of the limit, or when the context does not fit otherwise. Preset `watermark` needs no minimum gain.
         */
        get: operations["getWatermark"];
        put?: never;
        /**
         * Mark the end of a task: earlier tool calls and results leave the context, text stays.
         * @description The boundary only moves forward. The context changes once the gain is worth a cut. A request that names a missing message or call is refused and leaves the boundary unchanged.
         */
        post: operations["markBoundary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{sessionId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the newest messages back, for example to regenerate an answer.
         * @description The messages leave the context by a recorded cut; the history keeps them as `withdrawn`, and their numbers are not used again. Refused below a cut: a covered, evicted, masked or truncated message cannot be withdrawn. Goal markers of withdrawn messages are undone, pins are removed, and a call whose result is withdrawn is open again. A repeated request changes nothing and returns the same numbers. If newer messages were appended since, it is refused.
         */
        post: operations["withdrawMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an exported session or the log of another program.
         * @description The body is the file: an export of any size, or up to 64 MiB of another log: messages or requests of OpenAI, Anthropic and Ollama, and sessions of Claude Code, Codex, opencode and pi. The session becomes visible when everything is stored; after a failure nothing of it stays. An id that is in use is replaced. Events of the session before the export are not restored.
         */
        post: operations["importSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a single-use ticket for an event stream, valid for one minute.
         * @description For browsers, which cannot set headers on a WebSocket or EventSource. Pass the ticket as `?ticket=`. It has the rights of the key that created it, and ends with it.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A `NewGoalItem`: the fields of its kind and no others. */
        AddGoalItem: {
            action?: unknown;
            /** @enum {string} */
            kind: "step" | "decision" | "artifact" | "next";
            locked?: unknown;
            path?: unknown;
            reason?: unknown;
            status?: unknown;
            supersedes?: unknown;
            text?: unknown;
        };
        Alerts: {
            delivered: number;
            /** @description The alert that waits for its next try; those after it wait, too. Null: none. */
            failing: {
                fault: string;
                /** Format: date-time */
                nextTryAt: string;
                /** Format: date-time */
                since: string;
                tries: number;
            } | null;
            /** @description Host of the webhook. Null: none is configured. */
            host: string | null;
            lastDeliveredAt: string | null;
            /** @description Alerts that no try delivered. */
            lost: number;
        };
        App: {
            /** Format: date-time */
            createdAt: string;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Display name of the app. */
            name: string;
        };
        AppDetails: {
            /** Format: date-time */
            createdAt: string;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Display name of the app. */
            name: string;
            /** @description Overrides for sessions that name no preset; those of a session come on top. Null: none. */
            policy: components["schemas"]["PolicyOverrides"] | null;
            /** @description Preset of sessions that name none. Null: `checkpointed`. */
            preset: ("checkpointed" | "simple" | "tiered" | "watermark" | "truncate" | "off") | null;
            quotas: {
                /** @description Bytes (UTF-8) of these messages, as they were received. */
                bytes: components["schemas"]["QuotaUse"];
                /** @description Messages stored, of all sessions. */
                messages: components["schemas"]["QuotaUse"];
                /** @description Seconds of model calls for summaries in an hour of the clock. Beyond it, summaries are extractive. */
                modelSecondsPerHour: components["schemas"]["QuotaUse"];
                /** @description Requests in a minute of the clock, over all processes. */
                requestsPerMinute: components["schemas"]["QuotaUse"];
                /** @description Sessions stored. */
                sessions: components["schemas"]["QuotaUse"];
                /** @description Event streams open at the same time, over all processes. */
                subscribers: components["schemas"]["QuotaUse"];
            };
            /** @description Days without activity after which `session-expiring` names a session; unless it becomes active, a day later it is deleted whole. Null: sessions stay. */
            retentionDays: number | null;
            usage: {
                /** @description Size of the whole database. Admins only. */
                databaseBytes?: number;
                /** @description Share of the app in the size of each table, by its rows, indexes included. */
                estimatedBytes: {
                    events: number;
                    messages: number;
                    search: number;
                    total: number;
                };
                messages: number;
                sessions: number;
            };
        };
        AppendedMessages: {
            /** @description With `context`: the context after these messages. Null: it could not be read; see `contextProblem`. */
            context?: components["schemas"]["Context"] | null;
            /** @description Why `context` is null. The messages are stored, so do not append them again: read the context. */
            contextProblem?: components["schemas"]["Problem"];
            contextStatus: components["schemas"]["ContextStatus"];
            messages: {
                /** @description Opaque prefixed id. */
                id: string;
                /** @enum {string} */
                role: "system" | "user" | "assistant" | "tool";
                seq: number;
                tokens: number;
            }[];
        };
        AppendMessages: {
            /**
             * @description Format of the messages. Default: `native`.
             * @enum {string}
             */
            format?: "native" | "openai" | "responses" | "anthropic" | "ollama";
            messages: Record<string, unknown>[];
            /** @description Author of each message, in the order of `messages`. Null derives it from the format. Messages in the user role written by a program (`app`) may be compressed. */
            origins?: (("human" | "app") | null)[];
            /** @description Prompt tokens the model server counted for the last context read. */
            usage?: {
                promptTokens: number;
            };
        };
        Audit: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Whether the audit found no violations. */
            ok: boolean;
            /** @description Records that contradict each other, with the violated rule. */
            violations: unknown[];
        } & {
            [key: string]: unknown;
        };
        AuditEntry: {
            /** @enum {string} */
            action: "app-created" | "app-updated" | "app-deleted" | "key-created" | "key-rotated" | "key-deleted" | "session-updated" | "session-deleted" | "snapshot-restored" | "standing-deleted" | "scope-deleted" | "deletion-started";
            actor: {
                /** @description Remote address of the connection; behind a proxy, its own. */
                address: string | null;
                /** @description `X-Forwarded-For`, as the request had it: not proven. */
                forwardedFor: string | null;
                /** @description Id of the key; `admin`: the admin key; `local`: without authentication; `service`: no request. */
                keyId: string;
                /** @description The `X-Request-Id` of the request. */
                requestId: string | null;
                /**
                 * @description `viewer` reads, `app` also writes, `admin` also manages apps and keys and sees every app.
                 * @enum {string}
                 */
                role: "admin" | "app" | "viewer";
            };
            /** @description App of what was changed. Null: none. */
            appId: string | null;
            /** Format: date-time */
            at: string;
            /** @description Names and numbers of the change. */
            details: {
                [key: string]: unknown;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Id of what was changed. Names that people chose are `sha256:` and the hash of the name. */
            target: string;
        };
        /** @description The periodic audit found records that contradict each other. This is a bug in Palimpsest; please report it. */
        AuditFailedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                version: number;
                violations: {
                    found: string;
                    rule: string;
                    seq: number | null;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "audit-failed";
        };
        /** @description A rule saved the state of the session: before the first cut above the threshold of the policy, when the context is nearly full, before an emergency, or before a restore. */
        AutoSnapshotCreatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                name: string | null;
                /** @enum {string} */
                purpose: "recovery" | "rollback" | "emergency" | "manual";
                seq: number;
                /** @description Opaque prefixed id. */
                snapshotId: string;
                /** @description Tokens in the context. */
                tokens: number;
                /** @description Version of the context. */
                version: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "auto-snapshot-created";
        };
        Boundary: {
            /** @description The newest tool groups before the boundary that stay. Default: `policy.watermark`. */
            keepBefore?: number;
            /** @description Number of a message. */
            seq?: number;
            /** @description Id of a stored call. The newest call with this id counts. */
            toolCallId?: string;
            /** @description The first call of this tool after the current boundary, or its next call. */
            toolName?: string;
        };
        BoundaryWait: {
            /**
             * @description The next call of a tool becomes the boundary.
             * @constant
             */
            kind: "call";
            toolName: string;
        } | {
            /**
             * @description A cut that frees enough tokens.
             * @constant
             */
            kind: "gain";
            /** @description Tokens that justify a cut. */
            minTokens: number;
            /** @description Tokens that would leave now. */
            tokens: number;
        } | {
            /**
             * @description Another policy: `condense.verbosity: "debug"` keeps calls and results before the boundary.
             * @constant
             */
            kind: "verbosity";
        };
        Budget: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Cuts, oldest first: at most the newest 2,000. */
            cuts: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                kind: "compression" | "upgrade" | "aging" | "mask" | "watermark" | "emergency" | "evict" | "recall" | "standing" | "goals" | "withdraw" | "prompt-changed" | "restore" | "rollover";
                /** @description The message that was the newest. 0: none. */
                message: number;
                reason: string;
                /** @description Messages and parts that were removed or replaced. */
                removedBlocks: number;
                /** @description Number of the event in the session. */
                seq: number;
                tokensAfter: number;
                tokensBefore: number;
                /** @description Version of `GET …/cuts/{version}`. */
                version: number;
            }[];
            /** @description Recorded sizes of the context, oldest first: at most 2,000, evenly chosen. */
            points: {
                /** Format: date-time */
                at: string;
                breakdown: {
                    assistant: number;
                    checkpoints: number;
                    goals: number;
                    recall: number;
                    standing: number;
                    system: number;
                    tool: number;
                    tools: number;
                    user: number;
                };
                /** @description Tokens in the context at which a compression becomes pending. Null: never. */
                compressesAt: number | null;
                limit: number;
                /** @description The message that was the newest. 0: none. */
                message: number;
                /** @description Number of the event in the session. */
                seq: number;
                used: number;
                /** @description Tokens in the context at the recorded size before: what a prompt cache keeps without a cut. */
                usedBefore: number;
            }[];
            /** @description Number of the newest event that was read. 0: none. */
            seq: number;
        };
        /** @description The context changed through an append, a cut, a goal, the system prompt or the policy. The data is the whole `contextStatus`. An append that moves `used` by less than 1% of the limit since the last such event emits none. */
        BudgetUpdatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: components["schemas"]["ContextStatus"];
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "budget-updated";
        };
        /** @description The context grew past 70% of the limit. */
        BudgetWarningEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                limit: number;
                used: number;
                utilization: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "budget-warning";
        };
        ChangedGoal: {
            contextStatus: components["schemas"]["ContextStatus"];
            goal: components["schemas"]["Goal"];
            /** @description The added or changed item. */
            itemId?: string;
        };
        Checkpoint: {
            /** @description Opaque prefixed id. */
            compressionId: string;
            /** @description `currentTokens` per original token. */
            compressionRatio: number;
            /** @description How many times it was compressed: once at creation, once per aging. */
            compressions: number;
            /** @description Exactly the messages it replaces. */
            covered: components["schemas"]["SeqRange"][];
            /** Format: date-time */
            createdAt: string;
            /** @description Tokens of the checkpoint in the context. */
            currentTokens: number;
            /** @description Facts extracted verbatim that name an exact string: a path, identifier, number or error. */
            exactFacts: string[];
            /** @description Lines about files, and paths with their last action. */
            filesModified: string[];
            /** @description How many times it has aged. */
            generation: number;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of checkpoints merged into it. */
            joined: number;
            /** @description Decisions of its span: in its lines, in the ledger, and in the goals. So are the next two lists. */
            keyDecisions: string[];
            /** @description 3 detailed, 2 moderate, 1 brief, 0 ultra. */
            level: number;
            lines: {
                /**
                 * @description Written by the model, or copied from the source.
                 * @enum {string}
                 */
                by: "model" | "extract";
                /** @description 0 to 1. Aging drops the least important lines first. */
                importance: number;
                /** @enum {string} */
                kind: "intent" | "constraint" | "decision" | "artifact" | "error" | "next" | "question" | "progress" | "fact" | "code";
                /** @description Numbers of the source messages. */
                sources: number[];
                text: string;
                tokens: number;
            }[];
            nextSteps: string[];
            /** @description Number of its compression in the session: 1, 2, 3 … */
            number: number;
            /** @description Tokens of the messages it replaces. */
            originalTokens: number;
            /** @description First and last message it replaces. */
            range: components["schemas"]["SeqRange"];
            recompressedAt: string | null;
            /** @description Opaque prefixed id. */
            sessionId: string;
            /** @description SHA-256 over the digests of the covered messages. */
            sourceDigest: string;
            summarizer: {
                /** @enum {string} */
                kind: "llm" | "extractive" | "mixed";
                model?: string;
            };
            /** @description The text that replaces the messages in the context, including its heading. */
            summary: string;
            /** @description Checkpoint that replaces this one, or the cut of a restore that took it back. Null while live. */
            supersededBy: string | null;
            /** @description Checkpoints that this one replaces. */
            supersedes: string[];
            verification: {
                /** @description Anchors in the source messages. */
                anchors: number;
                /** @description Important anchors in the source messages. */
                important: number;
                /** @description Important anchors kept verbatim. */
                importantKept: number;
                /** @description Anchors absent from the source. Their lines were dropped. */
                invented: number;
                /** @description Anchors kept verbatim. */
                kept: number;
                /** @description Share of anchors kept, by weight. */
                score: number;
            };
        };
        /** @description An older checkpoint was written again at the same or a lower level. Its least important lines leave first; lines that waited for free tokens come back while there are some, so that it may also grow. */
        CheckpointAgedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                checkpointId: string;
                generation: number;
                level: number;
                /** @description The highest level of those it replaces. */
                levelBefore: number;
                lines: number;
                replaces: string[];
                /** @description Lines that had waited for free tokens and came back. Only they can make a checkpoint larger. */
                returned: number;
                tokensAfter: number;
                tokensBefore: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "checkpoint-aged";
        };
        /** @description A checkpoint replaced messages. `score` is the share of exact facts (names, numbers, error texts) that its text shows, by weight. All others can be read back. */
        CheckpointCreatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                checkpointId: string;
                from: number;
                level: number;
                messages: number;
                number: number;
                originalTokens: number;
                /** @description Opaque prefixed id. */
                replaces?: string;
                saved: number;
                score: number;
                /** @enum {string} */
                summarizer: "llm" | "extractive" | "mixed";
                to: number;
                tokens: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "checkpoint-created";
        };
        /** @description Checkpoints were merged into the ultra checkpoint, or into the running summary of preset `simple`. Lines that waited for free tokens come back in it. */
        CheckpointMergedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                checkpointId: string;
                generation: number;
                level: number;
                /** @description The highest level of those it replaces. */
                levelBefore: number;
                lines: number;
                replaces: string[];
                /** @description Lines that had waited for free tokens and came back. Only they can make a checkpoint larger. */
                returned: number;
                tokensAfter: number;
                tokensBefore: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "checkpoint-merged";
        };
        /** @description A model rewrote an extractive checkpoint from the original messages. */
        CheckpointUpgradedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                checkpointId: string;
                /** @description Opaque prefixed id. */
                compressionId: string;
                number: number;
                /** @description Opaque prefixed id. */
                replaces: string;
                scoreAfter: number;
                scoreBefore: number;
                /** @enum {string} */
                summarizer: "llm" | "extractive" | "mixed";
                tokensAfter: number;
                tokensBefore: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "checkpoint-upgraded";
        };
        CheckpointWithStatus: {
            /** @description Opaque prefixed id. */
            compressionId: string;
            /** @description `currentTokens` per original token. */
            compressionRatio: number;
            /** @description How many times it was compressed: once at creation, once per aging. */
            compressions: number;
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Exactly the messages it replaces. */
            covered: components["schemas"]["SeqRange"][];
            /** Format: date-time */
            createdAt: string;
            /** @description Tokens of the checkpoint in the context. */
            currentTokens: number;
            /** @description Facts extracted verbatim that name an exact string: a path, identifier, number or error. */
            exactFacts: string[];
            /** @description Lines about files, and paths with their last action. */
            filesModified: string[];
            /** @description How many times it has aged. */
            generation: number;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of checkpoints merged into it. */
            joined: number;
            /** @description Decisions of its span: in its lines, in the ledger, and in the goals. So are the next two lists. */
            keyDecisions: string[];
            /** @description 3 detailed, 2 moderate, 1 brief, 0 ultra. */
            level: number;
            lines: {
                /**
                 * @description Written by the model, or copied from the source.
                 * @enum {string}
                 */
                by: "model" | "extract";
                /** @description 0 to 1. Aging drops the least important lines first. */
                importance: number;
                /** @enum {string} */
                kind: "intent" | "constraint" | "decision" | "artifact" | "error" | "next" | "question" | "progress" | "fact" | "code";
                /** @description Numbers of the source messages. */
                sources: number[];
                text: string;
                tokens: number;
            }[];
            nextSteps: string[];
            /** @description Number of its compression in the session: 1, 2, 3 … */
            number: number;
            /** @description Tokens of the messages it replaces. */
            originalTokens: number;
            /** @description First and last message it replaces. */
            range: components["schemas"]["SeqRange"];
            recompressedAt: string | null;
            /** @description Opaque prefixed id. */
            sessionId: string;
            /** @description SHA-256 over the digests of the covered messages. */
            sourceDigest: string;
            summarizer: {
                /** @enum {string} */
                kind: "llm" | "extractive" | "mixed";
                model?: string;
            };
            /** @description The text that replaces the messages in the context, including its heading. */
            summary: string;
            /** @description Checkpoint that replaces this one, or the cut of a restore that took it back. Null while live. */
            supersededBy: string | null;
            /** @description Checkpoints that this one replaces. */
            supersedes: string[];
            verification: {
                /** @description Anchors in the source messages. */
                anchors: number;
                /** @description Important anchors in the source messages. */
                important: number;
                /** @description Important anchors kept verbatim. */
                importantKept: number;
                /** @description Anchors absent from the source. Their lines were dropped. */
                invented: number;
                /** @description Anchors kept verbatim. */
                kept: number;
                /** @description Share of anchors kept, by weight. */
                score: number;
            };
        };
        Compact: {
            /** @description Token limit of the context. Alternative to `contextSize`. */
            contextLimit?: number;
            /** @description A label such as "2K", "128K" or "1M" (K = 1,000), or a number of tokens. The limit is 85% of it. */
            contextSize?: string | number;
            /**
             * @description Format of the messages. Default: `native`.
             * @enum {string}
             */
            format?: "native" | "openai" | "responses" | "anthropic" | "ollama";
            messages: Record<string, unknown>[];
            /** @description Author of each message, as in an append. */
            origins?: (("human" | "app") | null)[];
            policy?: components["schemas"]["PolicyOverrides"];
            /**
             * @description Preset policy. Default: `checkpointed`.
             * @enum {string}
             */
            preset?: "checkpointed" | "simple" | "tiered" | "watermark" | "truncate" | "off";
            /** @description Tokens kept free for the reply. Default: min(1000, 15% of the limit). */
            reserve?: number;
            /** @description Included verbatim at the start of every context. */
            systemPrompt?: string | null;
            /** @description Tool schemas, stored and returned exactly as received. */
            tools?: unknown[] | null;
            /** @description End of a task. `seq` counts the messages from 1. */
            watermark?: components["schemas"]["Boundary"];
        };
        Compacted: {
            /** @enum {string} */
            format: "native" | "openai" | "responses" | "anthropic" | "ollama";
            /** @description The reduced messages, in the requested format. */
            messages: unknown[];
            report: components["schemas"]["CompactReport"];
            /** @description System text, for formats that keep it outside `messages`. */
            system?: string;
        };
        CompactReport: {
            /** @description Whether the result fits limit − reserve. These rules alone cannot guarantee it. */
            fits: boolean;
            /** @description Indexes of the messages that were removed completely, from 0. */
            left: number[];
            limit: number;
            parts: {
                /** @description Handle in the placeholder. */
                id: string;
                /** @enum {string} */
                kind: "condense" | "offload" | "reasoning" | "watermark" | "mask" | "truncate-input" | "offload-text" | "excerpt" | "covered";
                /** @description Index of the message in the request, from 0. */
                message: number;
                /** @description Index of the part in the message, from 0. */
                part: number;
                tokensAfter: number;
                tokensBefore: number;
                toolName: string;
            }[];
            reserve: number;
            rules: {
                /** @enum {string} */
                kind: "condense" | "offload" | "reasoning" | "watermark" | "mask" | "truncate-input" | "offload-text" | "excerpt" | "covered";
                /** @description Parts this rule reduced. */
                parts: number;
                rule: string;
                tokensAfter: number;
                tokensBefore: number;
            }[];
            /** @description tokensBefore − tokensAfter */
            saved: number;
            tokensAfter: number;
            tokensBefore: number;
        };
        /** @description A compression completed. `checkpointId` is null when the messages were evicted without a summary. With `withoutModel: "small-span"`, the next compression asks the model about these messages too; with `in-conversation`, it is asked when the session is idle. */
        CompressedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                checkpointId: string | null;
                /** @description Opaque prefixed id. */
                compressionId: string;
                durationMs: number;
                messages: number;
                modelCalls: number;
                tokensAfter: number;
                tokensBefore: number;
                withoutModel: string | null;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "compressed";
        };
        Compression: {
            attempts: {
                durationMs: number;
                model: string;
                outputTokens: number;
                promptTokens: number;
                range: components["schemas"]["SeqRange"];
                /** @description `accepted`, or why the summary was refused. `no-help`: the checkpoint says more without it. */
                verdict: string;
            }[];
            /** @description The checkpoint it created. */
            checkpointId: string | null;
            /** @description Messages it covers, once planned. */
            covered: components["schemas"]["SeqRange"][];
            /** Format: date-time */
            createdAt: string;
            /** @description Details of the failure. */
            detail?: string;
            /** Format: date-time */
            finishedAt?: string;
            /** @description Opaque prefixed id. */
            id: string;
            instructions: string | null;
            /** @description Number of covered messages. */
            messages: number;
            /** @description Why it was skipped or failed. */
            reason?: string;
            /** @description The provisional checkpoint whose messages it covers again, together with its own. */
            replaces?: string;
            /**
             * @description An app requested a compression while it was queued.
             * @constant
             */
            requested?: true;
            /** @description How many times a worker started it. */
            runs: number;
            /** @description Opaque prefixed id. */
            sessionId: string;
            /**
             * @description Only while running: `summarize` from the first model call on, before `prepare`. The other stages take milliseconds; `stages` has them at the end.
             * @enum {string}
             */
            stage?: "identify" | "prepare" | "summarize" | "create-checkpoint" | "update-context" | "validate";
            stages: {
                durationMs: number;
                /** @enum {string} */
                stage: "identify" | "prepare" | "summarize" | "create-checkpoint" | "update-context" | "validate";
                /** Format: date-time */
                startedAt: string;
            }[];
            /** Format: date-time */
            startedAt?: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "skipped" | "failed";
            /** @enum {string} */
            strategy: "auto" | "extractive" | "truncate";
            /** @description Context tokens after. Null until completed. */
            tokensAfter: number | null;
            /** @description Context tokens before. Null until completed. */
            tokensBefore: number | null;
            /** @enum {string} */
            trigger: "budget" | "manual" | "emergency" | "upgrade" | "aging";
            /** @description The checkpoint that the model should rewrite: an extractive one, or one that aged. */
            upgrades?: string;
            /** @description What the stage `validate` found: tokens in the context after the swap, tokens that fit, covered messages, and those not covered exactly once. */
            validation?: {
                covered: number;
                fits: number;
                uncovered: number;
                used: number;
            };
            /**
             * @description Why the summary was not written by a model, or only in part. `small-span`: the checkpoint is provisional, and the next compression asks the model about its messages and those that follow. `in-conversation`: the model needs more than 15 seconds for a summary and answers this conversation, so it writes when the session has been idle for five minutes.
             * @enum {string}
             */
            withoutModel?: "model-unavailable" | "model-unfit" | "no-help" | "in-conversation" | "quota-exceeded" | "small-span";
        };
        /** @description A compression failed. The context is unchanged and a new compression stays pending. */
        CompressionErrorEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                compressionId: string;
                detail: string;
                reason: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "compression-error";
        };
        /** @description The model is asked for a summary of these messages, with 0 tokens, or is writing it. While it writes, at most one event every 2 seconds. */
        CompressionProgressEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                compressionId: string;
                from: number;
                outputTokens: number;
                to: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "compression-progress";
        };
        /** @description A compression became pending: the context reached the trigger, or the app requested it. */
        CompressionQueuedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                compressionId: string;
                limit: number;
                /** @enum {string} */
                strategy: "auto" | "extractive" | "truncate";
                /** @enum {string} */
                trigger: "budget" | "manual" | "emergency" | "upgrade" | "aging";
                used: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "compression-queued";
        };
        /** @description A compression ended without a cut, because none was possible or worth it. */
        CompressionSkippedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                compressionId: string;
                reason: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "compression-skipped";
        };
        /** @description A worker started a compression. With `upgrades` it rewrites that checkpoint with the model. With `replaces` it covers the messages of that provisional checkpoint again, together with its own. */
        CompressionStartedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                compressionId: string;
                from: number;
                messages: number;
                /** @description Opaque prefixed id. */
                replaces?: string;
                to: number;
                tokens: number;
                /** @description Opaque prefixed id. */
                upgrades?: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "compression-started";
        };
        /** @description The session cannot get below its trigger. Emitted once; compression resumes when the session changes. */
        CompressionStuckEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                filledBy: {
                    role: string;
                    seq: number;
                    tokens: number;
                }[];
                limit: number;
                reason: string;
                used: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "compression-stuck";
        };
        CompressionWithStatus: {
            attempts: {
                durationMs: number;
                model: string;
                outputTokens: number;
                promptTokens: number;
                range: components["schemas"]["SeqRange"];
                /** @description `accepted`, or why the summary was refused. `no-help`: the checkpoint says more without it. */
                verdict: string;
            }[];
            /** @description The checkpoint it created. */
            checkpointId: string | null;
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Messages it covers, once planned. */
            covered: components["schemas"]["SeqRange"][];
            /** Format: date-time */
            createdAt: string;
            /** @description Details of the failure. */
            detail?: string;
            /** Format: date-time */
            finishedAt?: string;
            /** @description Opaque prefixed id. */
            id: string;
            instructions: string | null;
            /** @description Number of covered messages. */
            messages: number;
            /** @description Why it was skipped or failed. */
            reason?: string;
            /** @description The provisional checkpoint whose messages it covers again, together with its own. */
            replaces?: string;
            /**
             * @description An app requested a compression while it was queued.
             * @constant
             */
            requested?: true;
            /** @description How many times a worker started it. */
            runs: number;
            /** @description Opaque prefixed id. */
            sessionId: string;
            /**
             * @description Only while running: `summarize` from the first model call on, before `prepare`. The other stages take milliseconds; `stages` has them at the end.
             * @enum {string}
             */
            stage?: "identify" | "prepare" | "summarize" | "create-checkpoint" | "update-context" | "validate";
            stages: {
                durationMs: number;
                /** @enum {string} */
                stage: "identify" | "prepare" | "summarize" | "create-checkpoint" | "update-context" | "validate";
                /** Format: date-time */
                startedAt: string;
            }[];
            /** Format: date-time */
            startedAt?: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "skipped" | "failed";
            /** @enum {string} */
            strategy: "auto" | "extractive" | "truncate";
            /** @description Context tokens after. Null until completed. */
            tokensAfter: number | null;
            /** @description Context tokens before. Null until completed. */
            tokensBefore: number | null;
            /** @enum {string} */
            trigger: "budget" | "manual" | "emergency" | "upgrade" | "aging";
            /** @description The checkpoint that the model should rewrite: an extractive one, or one that aged. */
            upgrades?: string;
            /** @description What the stage `validate` found: tokens in the context after the swap, tokens that fit, covered messages, and those not covered exactly once. */
            validation?: {
                covered: number;
                fits: number;
                uncovered: number;
                used: number;
            };
            /**
             * @description Why the summary was not written by a model, or only in part. `small-span`: the checkpoint is provisional, and the next compression asks the model about its messages and those that follow. `in-conversation`: the model needs more than 15 seconds for a summary and answers this conversation, so it writes when the session has been idle for five minutes.
             * @enum {string}
             */
            withoutModel?: "model-unavailable" | "model-unfit" | "no-help" | "in-conversation" | "quota-exceeded" | "small-span";
        };
        /** @description The messages to send to the model. With `format=ollama`, also `model` and `options.num_ctx`. */
        Context: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description With `explain=true`: each entry with its tokens, rule and reason, the `messages` that show it, and for those in the system text the `chars` of it, which two line ends separate. */
            entries?: unknown[];
            /** @enum {string} */
            format: "native" | "openai" | "responses" | "anthropic" | "ollama";
            /** @description Token limit of the session. */
            limit: number;
            /** @description Messages in the requested format, oldest first. */
            messages: unknown[];
            /** @description Only with `format=ollama`: the model of the session. */
            model?: string;
            /** @description Only with `format=ollama`. Without it, Ollama may cut the prompt silently. */
            options?: {
                /** @description The window that the model server must use. */
                num_ctx: number;
            };
            /** @description System text, for formats that keep it outside `messages`. */
            system?: string;
            /** @description Tokens in this context. */
            tokens: number;
            /** @description Tool schemas of the session, exactly as received. */
            tools?: unknown[];
            /** @description Version of the context. Increases with every change. */
            version: number;
        } & {
            [key: string]: unknown;
        };
        /** @description It was decided which earlier words come back with a message of a person. Once for each message, before its first context. */
        ContextRecalledEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                excerpts: {
                    part: number;
                    /** @description Share of the words of the question that are found there, by their rarity. */
                    score: number;
                    seq: number;
                    /** @description Opaque prefixed id. */
                    sessionId: string;
                    tokens: number;
                }[];
                /** @description Duration in milliseconds. */
                ms: number;
                /**
                 * @description Why nothing was recalled.
                 * @enum {string}
                 */
                reason?: "off" | "nothing-found" | "no-free-tokens" | "late" | "failed";
                /** @description The message of the person. */
                seq: number;
                tokens: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "context-recalled";
        };
        /** @description A cut was recorded. It changes how older messages appear and invalidates the prompt cache once. */
        ContextRewrittenEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                checkpointId?: string;
                /** @enum {string} */
                kind: "compression" | "upgrade" | "aging" | "mask" | "watermark" | "emergency" | "evict" | "recall" | "standing" | "goals" | "withdraw" | "prompt-changed" | "restore" | "rollover";
                reason: string;
                /** @description Number of messages, parts and checkpoints removed or replaced. */
                removedBlocks: number;
                /** @description Messages of the user that had left because the context did not fit, and came back. */
                returned?: components["schemas"]["SeqRange"][];
                tokensAfter: number;
                tokensBefore: number;
                version: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "context-rewritten";
        };
        /** @description Token usage of the context, its reliability, and the next compression. */
        ContextStatus: {
            /** @description Tokens for the conversation: the limit minus system prompt, tools, goals and checkpoints. */
            available: number;
            /**
             * @description Source of the ratio. `exact`: the encoding of the model is known; `measured`: from real prompts of the model; `family`: from its family; `estimated`: unknown model.
             * @enum {string}
             */
            basis: "estimated" | "family" | "measured" | "exact";
            /** @description Tokens in the context by type. They add up to `used + waiting`. */
            breakdown: {
                assistant: number;
                checkpoints: number;
                goals: number;
                recall: number;
                standing: number;
                system: number;
                tool: number;
                tools: number;
                user: number;
            };
            /** @description Live checkpoints. */
            checkpoints: number;
            /** @description Completed compressions. */
            compressions: number;
            compressor: {
                reason?: string;
                /** @enum {string} */
                state: "idle" | "queued" | "running" | "backing-off" | "stuck";
            };
            /** @description Conditions that lower the quality of the context. */
            degraded: string[];
            /** @description One line of facts for people. `readable`: in history, not in view. */
            display: string;
            /**
             * @description Budget level, from utilization.
             * @enum {string}
             */
            level: "GREEN" | "YELLOW" | "ORANGE" | "RED" | "CRITICAL";
            /** @description Token limit of the context. */
            limit: number;
            /** @description Possible error of the ratio, as a share. A context fits if `used × (1 + margin)` does. */
            margin: number;
            /** @description Tokens of the model per stored token. All figures here include it. */
            ratio: number;
            reliability: {
                /** @description Share of the exact facts behind checkpoints that these keep; the others stay readable. Null before the first compression. */
                factsKept: number | null;
                /** @enum {string} */
                level: "High" | "Medium" | "Low" | "Critical";
                /** @description The best score that a session with this model can have. */
                reachable: number;
                /** @description Each factor of the score that is not 1. */
                reasons: string[];
                score: number;
                warning?: string;
            };
            /** @description Tokens kept free for the reply. */
            reserve: number;
            /** @description Conversation tokens at which a compression becomes pending. Null: never. */
            trigger: number | null;
            /** @description Tokens left until a compression becomes pending; 0: it is due. While the count has a margin, that is before the trigger. Null: never. */
            untilCompression: number | null;
            /** @description Tokens of the context that the next read returns, at most. */
            used: number;
            /** @description used / limit */
            utilization: number;
            /** @description Tokens stored beyond `used`. They leave the context before it is next returned, and stay readable. */
            waiting: number;
        };
        /** @description A second encoder counted a sample of stored messages again and got other numbers. Counts are in stored tokens, not in tokens of the model. */
        CountDeviationEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Messages counted again. */
                checked: number;
                deviations: {
                    recounted: number;
                    seq: number;
                    stored: number;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "count-deviation";
        };
        CreateApp: {
            /** @description Display name of the app. */
            name: string;
        };
        CreateKey: {
            appId: string;
            /**
             * @description `viewer` reads, `app` also writes, `admin` also manages apps and keys and sees every app.
             * @enum {string}
             */
            role: "admin" | "app" | "viewer";
        };
        CreateSession: {
            /** @description Use the real window of the model instead of refusing a larger size. */
            clamp?: boolean;
            /** @description Token limit of the context. Alternative to `contextSize`. */
            contextLimit?: number;
            /** @description A label such as "2K", "128K" or "1M" (K = 1,000), or a number of tokens. The limit is 85% of it. */
            contextSize?: string | number;
            /** @description Key of the session in the app, unique per app. */
            externalId?: string;
            goal?: string | components["schemas"]["NewGoal"];
            /** @description Short for `policy.recall.scope`. */
            memoryScope?: string;
            /** @description Data of the app, returned exactly as received. At most 16,384 bytes of JSON. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            mode?: "DEVELOPER" | "PLANNING" | "DEBUGGER" | "ASSISTANT";
            /** @description Model name, as the model server knows it. */
            model: string;
            policy?: components["schemas"]["PolicyOverrides"];
            /**
             * @description Preset policy. Default: `checkpointed`.
             * @enum {string}
             */
            preset?: "checkpointed" | "simple" | "tiered" | "watermark" | "truncate" | "off";
            /** @description Name of the model's provider, for the app's own use. */
            provider?: string;
            /** @description Tokens kept free for the reply. Default: min(1000, 15% of the limit). */
            reserve?: number;
            /** @description Included verbatim at the start of every context. */
            systemPrompt?: string | null;
            /** @description Tool schemas, stored and returned exactly as received. */
            tools?: unknown[] | null;
        };
        CreateSnapshot: {
            /** @description A name for people. */
            name?: string;
            /**
             * @description Default: `manual`.
             * @enum {string}
             */
            purpose?: "recovery" | "rollback" | "emergency" | "manual";
        };
        /** @description The contexts before and after a cut, entry by entry. */
        CutReport: {
            /** @description Messages that arrived with the change are only here. */
            after: {
                /** @description Each entry with its tokens, rule and reason; `digest` is equal where the text is. */
                entries: unknown[];
                limit: number;
                /** @description The message that was the newest. 0: none. */
                seq: number;
                tokens: number;
                version: number;
            };
            before: {
                /** @description Each entry with its tokens, rule and reason; `digest` is equal where the text is. */
                entries: unknown[];
                limit: number;
                /** @description The message that was the newest. 0: none. */
                seq: number;
                tokens: number;
                version: number;
            };
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description All cuts of the same change, oldest first. No context between them was ever sent. */
            cuts: {
                /** @enum {string} */
                kind: "compression" | "upgrade" | "aging" | "mask" | "watermark" | "emergency" | "evict" | "recall" | "standing" | "goals" | "withdraw" | "prompt-changed" | "restore" | "rollover";
                reason: string;
                version: number;
            }[];
            /** @description The beginning that both have in common. A prompt cache keeps it. */
            unchanged: {
                entries: number;
                tokens: number;
            };
        };
        /** @description A decision was locked: it stays in every context verbatim, and no text can change it. */
        DecisionLockedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                act: number;
                afterSeq: number;
                /** @enum {string} */
                by: "app" | "marker";
                /** @description Opaque prefixed id. */
                goalId: string;
                /** @description Opaque prefixed id. */
                itemId: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "decision-locked";
        };
        DeletedSession: {
            removed: {
                checkpoints: number;
                compressions: number;
                events: number;
                messages: number;
                /** @description Reduced parts with their originals, offloads included. */
                reductions: number;
                searchRows: number;
                snapshots: number;
            };
            sessionId: string;
        };
        Deletion: {
            /** @description Opaque prefixed id. */
            appId: string;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
            /** @description Opaque prefixed id. */
            id: string;
            /** @enum {string} */
            kind: "app" | "user" | "scope";
            /** @description What was removed so far; when it is done, the report. */
            removed: {
                checkpoints: number;
                compressions: number;
                events: number;
                keys: number;
                messages: number;
                /** @description Reduced parts with their originals, offloads included. */
                reductions: number;
                searchRows: number;
                sessions: number;
                snapshots: number;
                standingEntries: number;
            };
            /**
             * @description `running`: workers go on, also after a restart.
             * @enum {string}
             */
            state: "running" | "done";
        };
        DetectDrift: {
            /** @description The planned action, in words or as the text of a tool call. Default: the newest assistant step. */
            action?: string;
        };
        Drift: {
            /**
             * @description `recover`: what the step should follow left the context (the sources call it RECOVER_CONTEXT). `realign`: it is still in the context.
             * @enum {string}
             */
            action: "continue" | "recover" | "realign";
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Sentences to recover from, found by search in the whole history. Messages that left the context come first. Empty without drift. */
            excerpts: {
                /** @description The checkpoint that replaces the message. */
                checkpointId?: string;
                /** @description A sentence of the message, verbatim. */
                excerpt: string;
                seq: number;
                /** @enum {string} */
                where: "raw" | "reduced" | "covered" | "evicted";
            }[];
            indicators: {
                /** @enum {string} */
                name: "intent-match" | "trajectory" | "clarification" | "completion";
                reason: string;
                /** @description 1: as close as the steps of this session. */
                score: number;
                /** @description Weight in the score. 0 if the indicator does not apply. */
                weight: number;
            }[];
            intent: {
                /** @enum {string} */
                source: "goal" | "first-human-message" | "none";
                /** @description Verbatim. A long text is truncated. */
                text: string;
            };
            /** @description The report as Markdown, for people and for a model. */
            markdown: string;
            recommendation: string;
            /** @description Weighted mean of the indicators. Below 0.58 the verdict is drift. */
            score: number;
            /** @description Number of the checked message. Null if `action` was checked. */
            seq: number | null;
            /** @enum {string} */
            verdict: "ALIGNED" | "DRIFT_DETECTED";
        };
        /** @description The newest action no longer serves the intent of the session. Checked after every compression and on `POST …/drift`. */
        DriftDetectedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @enum {string} */
                action: "continue" | "recover" | "realign";
                compressionId: string | null;
                /** @description Messages with sentences to recover from. */
                excerpts: number[];
                indicators: {
                    [key: string]: number | null;
                };
                intent: string;
                recommendation: string;
                score: number;
                seq: number | null;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "drift-detected";
        };
        /** @description A context exceeded its limit and was shrunk immediately, without a model. */
        EmergencyEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                limit: number;
                reserve: number;
                tokensAfter: number;
                tokensBefore: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "emergency";
        };
        Event: components["schemas"]["SessionCreatedEvent"] | components["schemas"]["SessionUpdatedEvent"] | components["schemas"]["SessionDeletedEvent"] | components["schemas"]["SessionExpiringEvent"] | components["schemas"]["SessionImportedEvent"] | components["schemas"]["MessageAppendedEvent"] | components["schemas"]["BudgetUpdatedEvent"] | components["schemas"]["BudgetWarningEvent"] | components["schemas"]["LevelChangedEvent"] | components["schemas"]["TokensRecalibratedEvent"] | components["schemas"]["CountDeviationEvent"] | components["schemas"]["ReliabilityChangedEvent"] | components["schemas"]["ReliabilityWarningEvent"] | components["schemas"]["FreshSessionAdvisedEvent"] | components["schemas"]["CompressionQueuedEvent"] | components["schemas"]["CompressionStartedEvent"] | components["schemas"]["CompressionProgressEvent"] | components["schemas"]["CompressedEvent"] | components["schemas"]["CompressionSkippedEvent"] | components["schemas"]["CompressionErrorEvent"] | components["schemas"]["CompressionStuckEvent"] | components["schemas"]["CheckpointCreatedEvent"] | components["schemas"]["CheckpointAgedEvent"] | components["schemas"]["CheckpointMergedEvent"] | components["schemas"]["CheckpointUpgradedEvent"] | components["schemas"]["ContextRewrittenEvent"] | components["schemas"]["ContextRecalledEvent"] | components["schemas"]["PromptEvaluatedEvent"] | components["schemas"]["StandingAddedEvent"] | components["schemas"]["StandingChangedEvent"] | components["schemas"]["StandingDeletedEvent"] | components["schemas"]["ToolResultCondensedEvent"] | components["schemas"]["ToolResultOffloadedEvent"] | components["schemas"]["ReasoningDroppedEvent"] | components["schemas"]["ToolResultMaskedEvent"] | components["schemas"]["ToolInputTruncatedEvent"] | components["schemas"]["TextOffloadedEvent"] | components["schemas"]["TextExcerptedEvent"] | components["schemas"]["MessagesEvictedEvent"] | components["schemas"]["MessagePinnedEvent"] | components["schemas"]["MessageUnpinnedEvent"] | components["schemas"]["WatermarkAdvancedEvent"] | components["schemas"]["EmergencyEvent"] | components["schemas"]["SnapshotCreatedEvent"] | components["schemas"]["AutoSnapshotCreatedEvent"] | components["schemas"]["SnapshotRestoredEvent"] | components["schemas"]["SnapshotErrorEvent"] | components["schemas"]["SessionForkedEvent"] | components["schemas"]["RolloverCompleteEvent"] | components["schemas"]["GoalUpdatedEvent"] | components["schemas"]["DecisionLockedEvent"] | components["schemas"]["DriftDetectedEvent"] | components["schemas"]["AuditFailedEvent"] | components["schemas"]["SystemPromptOverBudgetEvent"] | components["schemas"]["FixedPartOverBudgetEvent"] | components["schemas"]["ModelUnavailableEvent"] | components["schemas"]["ModelAvailableEvent"] | components["schemas"]["ModelUnfitEvent"] | components["schemas"]["ModelWindowLoweredEvent"];
        EventList: {
            /** @description Value of `after` for the next read, even if the list is empty. */
            cursor: string;
            events: components["schemas"]["Event"][];
        };
        /** @description Context entries with their tokens, rules and reasons, and excluded messages with the reasons. */
        Explanation: {
            contextStatus: components["schemas"]["ContextStatus"];
        } & {
            [key: string]: unknown;
        };
        /** @description An exported session. `jsonl` has the same records, one per line. */
        Export: {
            /** @description Superseded ones included. */
            checkpoints: {
                [key: string]: unknown;
            }[];
            /** @description Those that ended. */
            compressions: {
                [key: string]: unknown;
            }[];
            cuts: {
                [key: string]: unknown;
            }[];
            end: {
                digest: string;
                records: number;
            };
            /** @constant */
            format: "palimpsest";
            goalActs: {
                [key: string]: unknown;
            }[];
            goals: {
                [key: string]: unknown;
            }[];
            ledger: {
                [key: string]: unknown;
            }[];
            /** @description Every message with its exact text in `message`. */
            messages: {
                [key: string]: unknown;
            }[];
            /** @description What a context of an earlier message needs. */
            moments: {
                [key: string]: unknown;
            }[];
            recalls: {
                [key: string]: unknown;
            }[];
            reductions: {
                [key: string]: unknown;
            }[];
            replacedPrompts: {
                [key: string]: unknown;
            }[];
            session: {
                /** Format: date-time */
                createdAt: string;
                /** @description Opaque prefixed id. */
                id: string;
                /** Format: date-time */
                lastActivityAt: string;
                model: string;
            } & {
                [key: string]: unknown;
            };
            snapshots: {
                [key: string]: unknown;
            }[];
            /** @description Entries that were stated in the session for its memory scope. */
            standing: {
                [key: string]: unknown;
            }[];
            version: number;
        };
        /** @description One invalid field of a request. */
        Fault: {
            expected: string;
            /** @description Path of the field, for example `messages[3].role`. */
            path: string;
            received: string;
        };
        /** @description System prompt, tools and goals take more than half of the limit: when the session is opened or forked, and when a change takes them past the half. They stay in the context unchanged. */
        FixedPartOverBudgetEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                budget: number;
                parts: {
                    /** @enum {string} */
                    name: "system" | "tools" | "goals";
                    tokens: number;
                }[];
                tokens: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "fixed-part-over-budget";
        };
        ForkSession: {
            /** @description A label such as "2K", "128K" or "1M" (K = 1,000), or a number of tokens. The limit is 85% of it. */
            contextSize?: string | number;
            /** @description Key of the session in the app, unique per app. */
            externalId?: string;
            /** @description Default: that of the parent. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Default: that of the parent. */
            model?: string;
            /** @description Continue from the context at this message. */
            seq?: number;
            /** @description Continue from this snapshot. */
            snapshotId?: string;
        };
        /** @description The context is above 85% of the limit, and a compression could not change that, or the policy wants none. Emitted once until the context falls under 85%. */
        FreshSessionAdvisedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                limit: number;
                recommendation: string;
                used: number;
                utilization: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "fresh-session-advised";
        };
        Goal: {
            artifacts: {
                /** @enum {string} */
                action: "created" | "modified" | "deleted";
                /** @description Opaque prefixed id. */
                id: string;
                /** @description Whether the item is in the context now. */
                inView: boolean;
                path: string;
                /** @description Message whose marker last changed the item. Null if the app changed it. */
                seq: number | null;
            }[];
            /** Format: date-time */
            changedAt: string;
            /** @description Null unless it is completed. */
            completedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            decisions: {
                /** @description Opaque prefixed id. */
                id: string;
                /** @description Whether the item is in the context now. */
                inView: boolean;
                locked: boolean;
                reason: string | null;
                /** @description Message whose marker last changed the item. Null if the app changed it. */
                seq: number | null;
                /** @description The decision that replaces this one. */
                supersededBy: string | null;
                text: string;
            }[];
            description: string;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Whether the goal is in the context now. */
            inView: boolean;
            nextSteps: {
                /** @description Opaque prefixed id. */
                id: string;
                /** @description Whether the item is in the context now. */
                inView: boolean;
                /** @description Message whose marker last changed the item. Null if the app changed it. */
                seq: number | null;
                /** @enum {string} */
                status: "open" | "done";
                text: string;
            }[];
            /** @enum {string} */
            priority: "high" | "medium" | "low";
            /** @enum {string} */
            status: "active" | "paused" | "completed";
            steps: {
                /** @description Null unless it is completed. */
                completedAt: string | null;
                /** @description Opaque prefixed id. */
                id: string;
                /** @description Whether the item is in the context now. */
                inView: boolean;
                /** @description Message whose marker last changed the item. Null if the app changed it. */
                seq: number | null;
                /** @enum {string} */
                status: "pending" | "in-progress" | "completed";
                text: string;
            }[];
        };
        GoalList: {
            contextStatus: components["schemas"]["ContextStatus"];
            goals: components["schemas"]["Goal"][];
            /** @description Value of `after` for the next page. Null on the last page. */
            nextAfter: string | null;
            /** @description Maximum tokens for the active goal and all locks. */
            share: number;
            /** @description Tokens of all goals in the context. */
            tokens: number;
        };
        /** @description The API or markers in assistant text changed the goals. `refused` lists markers without effect. */
        GoalUpdatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                act: number;
                afterSeq: number;
                /** @enum {string} */
                by: "app" | "marker";
                changes: {
                    action?: string;
                    /** @enum {string} */
                    change: "goal-added" | "goal-changed" | "goal-removed" | "item-added" | "item-changed" | "item-removed";
                    /** @description Opaque prefixed id. */
                    goalId: string;
                    /** @description Opaque prefixed id. */
                    itemId?: string;
                    /** @enum {string} */
                    kind?: "step" | "decision" | "artifact" | "next";
                    locked?: boolean;
                    priority?: string;
                    status?: string;
                    supersededBy?: string | null;
                }[];
                refused: {
                    freeTokens?: number;
                    kind: string;
                    reason: string;
                    tokens?: number;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "goal-updated";
        };
        /** @description Of the whole session, what is still raw in the context included. At most the newest 50 entries of each list. */
        HandOver: {
            /** @description How turns ended, what calls came to, and steps of goals that are done. */
            completed: string[];
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description A locked one ends with “(locked)”. */
            decisions: string[];
            /** @description Facts that name an exact string. */
            facts: string[];
            files: {
                action: string;
                path: string;
            }[];
            intent: {
                /** @enum {string} */
                source: "goal" | "first-human-message" | "none";
                text: string;
            };
            /** Format: date-time */
            lastActivityAt: string;
            messages: number;
            nextSteps: string[];
            /** @description Failures that nothing after them settled. */
            openFailures: string[];
            openQuestions: string[];
            references: {
                checkpoints: {
                    from: number;
                    /** @description Opaque prefixed id. */
                    id: string;
                    path: string;
                    to: number;
                }[];
                offloads: {
                    /** @description Opaque prefixed id. */
                    id: string;
                    path: string;
                    seq: number;
                    toolName: string;
                }[];
            };
            /** @description What the user asked to keep to. */
            rules: string[];
            /** @description Opaque prefixed id. */
            sessionId: string;
            status: string;
            tokensSaved: number;
        };
        History: {
            contextStatus: components["schemas"]["ContextStatus"];
            messages: {
                /** Format: date-time */
                createdAt: string;
                /** @enum {string} */
                format: "native" | "openai" | "responses" | "anthropic" | "ollama";
                /** @description Opaque prefixed id. */
                id: string;
                /** @description The message in its original format, exactly as received. */
                message: Record<string, unknown>;
                /** @enum {string} */
                origin: "human" | "app";
                pinned: boolean;
                /** @description The message in the requested format, if its own format differs. */
                rendered?: unknown[];
                /** @enum {string} */
                role: "system" | "user" | "assistant" | "tool";
                seq: number;
                /**
                 * @description raw: in the context unchanged; reduced: in the context, with parts replaced; covered: replaced by a checkpoint; evicted: not in the context.
                 * @enum {string}
                 */
                state: "raw" | "reduced" | "covered" | "evicted";
                tokens: number;
                /** @description Evicted because the app took the message back. */
                withdrawn: boolean;
            }[];
            /** @description Value of `after` for the next page. Null on the last page. */
            nextAfter: number | null;
        };
        Import: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Null also if another session of the app has the one in the file. */
            externalId: string | null;
            /**
             * @description `palimpsest`, or the format of the messages.
             * @enum {string}
             */
            format: "palimpsest" | "native" | "openai" | "responses" | "anthropic" | "ollama";
            /** @description Number of messages. */
            imported: number;
            /** @description Id in the file, if it was in use here and was replaced. */
            originalId: string | null;
            /** @description Opaque prefixed id. */
            sessionId: string;
            /** @description The first 100 lines, or elements of a document, that were skipped. */
            skipped: {
                line: number;
                reason: string;
            }[];
            skippedCount: number;
            /** @description Tokens in the context. */
            tokens: number;
        };
        InputByDay: {
            /** @description Value of `after` for the next page. Null on the last page. */
            nextAfter: string | null;
            sessions: {
                /** @description Opaque prefixed id. */
                appId: string;
                /** @description Days with calls, oldest first. */
                days: {
                    /** @description Answers that were appended together with an earlier one. Their calls used no context and do not count. */
                    answersInBulk: number;
                    /** @description Answers that were made from a context of the session. */
                    calls: number;
                    /** @description Calls whose whole history was larger than the limit: the model could not have taken it. */
                    callsBeyondLimit: number;
                    /**
                     * Format: date
                     * @description A day in UTC, such as `2026-11-27`.
                     */
                    day: string;
                    /** @description The newest whole messages that fit the limit each time. */
                    newest: {
                        /** @description Of them, what a prompt cache has at least: the input of the call before if nothing before its end changed, else the system prompt and the tools. */
                        cached: number;
                        tokens: number;
                    };
                    /** @description The contexts of the session. */
                    sent: {
                        /** @description Of them, what a prompt cache has at least: the input of the call before if nothing before its end changed, else the system prompt and the tools. */
                        cached: number;
                        tokens: number;
                    };
                    /** @description What model calls for summaries used, as the model server counted it. */
                    summaries: {
                        outputTokens: number;
                        promptTokens: number;
                    };
                    /** @description The whole history each time. */
                    whole: {
                        /** @description Of them, what a prompt cache has at least: the input of the call before if nothing before its end changed, else the system prompt and the tools. */
                        cached: number;
                        tokens: number;
                    };
                }[];
                /** @description Opaque prefixed id. */
                sessionId: string;
            }[];
        };
        /** @description Input tokens of all calls, from the recorded events. */
        InputSums: {
            /** @description Answers that were appended together with an earlier one. Their calls used no context and do not count. */
            answersInBulk: number;
            /** @description Answers that were made from a context of the session. */
            calls: number;
            /** @description Calls whose whole history was larger than the limit: the model could not have taken it. */
            callsBeyondLimit: number;
            limit: number;
            /** @description The newest whole messages that fit the limit each time. */
            newest: {
                /** @description Of them, what a prompt cache has at least: the input of the call before if nothing before its end changed, else the system prompt and the tools. */
                cached: number;
                tokens: number;
            };
            /** @description Input of the calls by the message that they answered with: at most 200, evenly chosen. */
            points: {
                newest: number;
                sent: number;
                seq: number;
                whole: number;
            }[];
            /** @description The contexts of the session. */
            sent: {
                /** @description Of them, what a prompt cache has at least: the input of the call before if nothing before its end changed, else the system prompt and the tools. */
                cached: number;
                tokens: number;
            };
            /** @description What model calls for summaries used, as the model server counted it. */
            summaries: {
                outputTokens: number;
                promptTokens: number;
            };
            /** @description The whole history each time. */
            whole: {
                /** @description Of them, what a prompt cache has at least: the input of the call before if nothing before its end changed, else the system prompt and the tools. */
                cached: number;
                tokens: number;
            };
        };
        Key: {
            /** @description Opaque prefixed id. */
            appId: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description When a request last used the key, about a minute exact. Null: never. */
            lastUsedAt: string | null;
            /** @description Until when the secret before the last rotation is valid too. Null: it is not. */
            previousSecretUntil: string | null;
            /**
             * @description `viewer` reads, `app` also writes, `admin` also manages apps and keys and sees every app.
             * @enum {string}
             */
            role: "admin" | "app" | "viewer";
        };
        LedgerEntry: {
            /**
             * @description Last action on the path. Only for artifacts.
             * @enum {string}
             */
            action?: "created" | "modified" | "deleted" | "moved";
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Whether the entry is in the context now. */
            inView: boolean;
            /** @enum {string} */
            kind: "intent" | "constraint" | "preference" | "artifact" | "decision";
            /** @description New place of the path. Only with action `moved`. */
            movedTo?: string;
            /** @description Number of the source message. */
            seq: number;
            /** @enum {string} */
            state: "open" | "done" | "superseded";
            /** @description A path or a sentence, verbatim from its message. */
            text: string;
        };
        /** @description The budget level changed. It drops only 2 points below a threshold, so that a size near the threshold emits one event. */
        LevelChangedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @enum {string} */
                from: "GREEN" | "YELLOW" | "ORANGE" | "RED" | "CRITICAL";
                limit: number;
                /** @enum {string} */
                to: "GREEN" | "YELLOW" | "ORANGE" | "RED" | "CRITICAL";
                used: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "level-changed";
        };
        Log: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Value of `after` for the next read, even if the list is empty. */
            cursor: string;
            lines: {
                /** Format: date-time */
                at: string;
                /** @description Version of `GET …/cuts/{version}` for a line about a cut; else null. */
                cut: number | null;
                /** @description One line of text for people. */
                line: string;
                /** @description Number of the event in the session. */
                seq: number;
                /** @enum {string} */
                type: "session-created" | "session-updated" | "session-deleted" | "session-expiring" | "session-imported" | "message-appended" | "budget-updated" | "budget-warning" | "level-changed" | "tokens-recalibrated" | "count-deviation" | "reliability-changed" | "reliability-warning" | "fresh-session-advised" | "compression-queued" | "compression-started" | "compression-progress" | "compressed" | "compression-skipped" | "compression-error" | "compression-stuck" | "checkpoint-created" | "checkpoint-aged" | "checkpoint-merged" | "checkpoint-upgraded" | "context-rewritten" | "context-recalled" | "prompt-evaluated" | "standing-added" | "standing-changed" | "standing-deleted" | "tool-result-condensed" | "tool-result-offloaded" | "reasoning-dropped" | "tool-result-masked" | "tool-input-truncated" | "text-offloaded" | "text-excerpted" | "messages-evicted" | "message-pinned" | "message-unpinned" | "watermark-advanced" | "emergency" | "snapshot-created" | "auto-snapshot-created" | "snapshot-restored" | "snapshot-error" | "session-forked" | "rollover-complete" | "goal-updated" | "decision-locked" | "drift-detected" | "audit-failed" | "system-prompt-over-budget" | "fixed-part-over-budget" | "model-unavailable" | "model-available" | "model-unfit" | "model-window-lowered";
                /** @description Tokens in the context before and after. Null if the event did not change the context. */
                usage: {
                    after: number;
                    before: number;
                } | null;
            }[];
        };
        MarkedBoundary: {
            /** @description Calls and results before this message have left the context. */
            appliedSeq: number;
            /** @description The call that set the boundary. Null if a message did. */
            callId: string | null;
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Tool groups before the boundary that stay, if it says so itself. */
            keepBefore?: number;
            moved: boolean;
            /** @description Tool whose next call becomes the boundary. */
            pending: string | null;
            /** @description The same for the boundary that `pending` waits for. */
            pendingKeep?: number;
            /** @description Why the boundary did not move. pending: it waits for a call. not-forward: the target is not after it. */
            reason: ("pending" | "not-forward") | null;
            /** @description Message at the boundary. It and all later messages stay unchanged. 0 if no boundary is set. */
            seq: number;
            /** @description Tool of that call. */
            toolName: string | null;
        };
        /** @description An image or file in an original. */
        Medium: {
            bytes: number | null;
            /** @enum {string} */
            kind: "image" | "file";
            mediaType: string | null;
            name: string | null;
            /** @description Download the bytes from `…/media/{number}`. */
            number: number;
            sha256: string | null;
            /** @description URL of the bytes, if the conversation does not contain them. */
            url: string | null;
        };
        /** @description Messages were appended: one event per request. With `?include=content`, each message also carries its exact `content`. */
        MessageAppendedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description An answer that ended early, at a door. */
                interrupted?: boolean;
                limit: number;
                messages: {
                    /** @description The exact message; only with `include=content`. */
                    content?: unknown;
                    /** @description Opaque prefixed id. */
                    id: string;
                    /** @enum {string} */
                    role: "system" | "user" | "assistant" | "tool";
                    seq: number;
                    tokens: number;
                }[];
                used: number;
                version: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "message-appended";
        };
        /** @description A message was pinned: it stays in the context verbatim. */
        MessagePinnedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                seq: number;
                tokens: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "message-pinned";
        };
        /** @description Messages left the context without a checkpoint. They stay readable in the history. */
        MessagesEvictedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                ranges: components["schemas"]["SeqRange"][];
                reason: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "messages-evicted";
        };
        /** @description A message was unpinned. */
        MessageUnpinnedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                seq: number;
                tokens: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "message-unpinned";
        };
        /** @description A model or its server answers again, or an unfit model passed its trial. As above, by app. */
        ModelAvailableEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description The model. Null for the whole server. */
                model: string | null;
                /** @description Host and port of the model server. */
                server: string;
                wasUnavailableSince?: string | null;
                wasUnfitSince?: string | null;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "model-available";
        };
        /** @description Circuit breaker of a model or of its server. */
        ModelBreaker: {
            /** @description Consecutive failures while closed. Three open the breaker. */
            failures: number;
            /** @description Why the breaker opened. Null while closed. */
            fault: ("unavailable" | "timeout" | "no-such-model" | "unauthorized" | "rate-limited") | null;
            /**
             * @description closed: calls allowed; open: no calls before `until`; half-open: one job probes.
             * @enum {string}
             */
            state: "closed" | "open" | "half-open";
            until: string | null;
        };
        /** @description Outcomes of the message spans the model was asked to summarize. */
        ModelRecord: {
            anchors: {
                invented: number;
                kept: number;
                keptShare: number | null;
                seen: number;
            };
            /** @description Whether its summaries say no less than the words that they replace, by kind: `chat` without tools, `work` with tools. After three useless ones in a row, or if a quarter of the lines that it wrote (`stated`, older ones count less) say what the messages do not, the model is not asked about this kind before `nextTrialAt`. */
            help?: {
                [key: string]: {
                    compared: number;
                    helped: number;
                    nextTrialAt: string | null;
                    stated?: {
                        lines: number;
                        untrue: number;
                    };
                    uselessInARow: number;
                };
            };
            /** @description The last ten spans at most, newest last. */
            last: {
                /** Format: date-time */
                at: string;
                seconds: number;
                verdict: string;
            }[];
            /** @description Refused spans by reason. */
            refusals: {
                [key: string]: number;
            };
            /** @description Consecutive spans refused for quality. Five make the model unfit. */
            refusedInARow: number;
            secondsPerSpan: number;
            spans: {
                accepted: number;
                asked: number;
                refused: number;
            };
            /** @description Titles of sessions. After five refused in a row, the model is asked for none. */
            titles?: {
                accepted: number;
                asked: number;
                refusedInARow: number;
            };
            unfit: {
                /** Format: date-time */
                nextTrialAt: string;
                reason: string;
                /** Format: date-time */
                since: string;
            } | null;
        };
        Models: {
            models: {
                breaker: components["schemas"]["ModelBreaker"];
                /** @description Model tokens per stored token (`ratio`) in prompts of the app, and their 95th percentile `error`. */
                calibration: {
                    error: number;
                    ratio: number;
                    samples: number;
                } | null;
                digest: string | null;
                name: string;
                /** @description Parameters in billions; null if unknown. */
                parameters: number | null;
                /** @description Whether the server has the model now. */
                present: boolean;
                record: components["schemas"]["ModelRecord"] | null;
            }[];
            server: {
                breaker: components["schemas"]["ModelBreaker"];
                name: string;
            };
        };
        /** @description The circuit breaker of a model or its server opened after repeated failures. One job probes it from `until` on. Only the app that uses the model receives the event of a model. */
        ModelUnavailableEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @enum {string} */
                fault: "unavailable" | "timeout" | "no-such-model" | "unauthorized" | "rate-limited";
                /** @description The model. Null for the whole server. */
                model: string | null;
                /** @description Host and port of the model server. */
                server: string;
                until: string | null;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "model-unavailable";
        };
        /** @description A model wrote too many summaries of an app that failed verification. Checkpoints of the app are extractive until a trial of the model passes. */
        ModelUnfitEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                advice: string;
                /** @description The model. Null for the whole server. */
                model: string | null;
                /** Format: date-time */
                nextTrialAt: string;
                reason: string;
                refusedInARow: number;
                /** @description Host and port of the model server. */
                server: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "model-unfit";
        };
        /** @description Two cut prompts in a row showed the same window, smaller than the one that the server reported. Calls use the smaller one until the window is probed again, minutes later. */
        ModelWindowLoweredEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Window that was reported, in model tokens. */
                from: number;
                model: string;
                /** @description Host and port of the model server. */
                server: string;
                /** @description Window in use now, in model tokens: at least 2,048, and no smaller than a prompt answered whole. */
                to: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "model-window-lowered";
        };
        NewDeletion: {
            /** @description Deletes the sessions of this scope, and what it keeps for them. */
            memoryScope?: string;
            /** @description Deletes the sessions whose `metadata.user` is this, and those of doors whose client sent this id of its user. */
            user?: string;
        };
        NewGoal: {
            /** @description The goal. Every context contains it verbatim while the goal is active. */
            description: string;
            items?: components["schemas"]["NewGoalItem"][];
            /**
             * @description Default: `medium`.
             * @enum {string}
             */
            priority?: "high" | "medium" | "low";
            /**
             * @description Default: `active`. An active goal pauses the previous active goal.
             * @enum {string}
             */
            status?: "active" | "paused" | "completed";
        };
        NewGoalItem: {
            /** @constant */
            kind: "step";
            /** @enum {string} */
            status?: "pending" | "in-progress" | "completed";
            text: string;
        } | {
            /** @constant */
            kind: "decision";
            /** @description A locked decision is part of every context, and conversation text cannot change it. */
            locked?: boolean;
            /** @description Why the decision was made. */
            reason?: string | null;
            /** @description The decision that this one replaces. */
            supersedes?: string;
            text: string;
        } | {
            /** @enum {string} */
            action: "created" | "modified" | "deleted";
            /** @constant */
            kind: "artifact";
            path: string;
        } | {
            /** @constant */
            kind: "next";
            /** @enum {string} */
            status?: "open" | "done";
            text: string;
        };
        NewKey: {
            /** @description Opaque prefixed id. */
            appId: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description The secret. Returned only once; send it as `Authorization: Bearer <key>`. */
            key: string;
            /** @description When a request last used the key, about a minute exact. Null: never. */
            lastUsedAt: string | null;
            /** @description Until when the secret before the last rotation is valid too. Null: it is not. */
            previousSecretUntil: string | null;
            /**
             * @description `viewer` reads, `app` also writes, `admin` also manages apps and keys and sees every app.
             * @enum {string}
             */
            role: "admin" | "app" | "viewer";
        };
        /** @description A part that is reduced in the context. If size and hash are null, read the offload to get them. */
        Offload: {
            /** @description The cut that made it. Null if made during the append. */
            cutId: string | null;
            /** @description Opaque prefixed id. */
            id: string;
            /** @enum {string} */
            kind: "condense" | "offload" | "reasoning" | "watermark" | "mask" | "truncate-input" | "offload-text" | "excerpt" | "covered";
            /** @description Index of the part in the message, from 0. */
            part: number;
            /** @description Text in place of the part. Null if the part is omitted. */
            placeholder: string | null;
            /**
             * @description Kind of the tool result. Only for `condense`.
             * @enum {string}
             */
            resultKind?: "search" | "file" | "query" | "api";
            /** @description Number of the message. */
            seq: number;
            sha256: string | null;
            size: components["schemas"]["OriginalSize"] | null;
            tokensAfter: number;
            tokensBefore: number;
            toolName: string;
        };
        OffloadContent: {
            content: string;
            /** @enum {string} */
            contentKind: "text" | "json";
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description The cut that made it. Null if made during the append. */
            cutId: string | null;
            /** @description Opaque prefixed id. */
            id: string;
            /** @enum {string} */
            kind: "condense" | "offload" | "reasoning" | "watermark" | "mask" | "truncate-input" | "offload-text" | "excerpt" | "covered";
            /** @description Length of this range in `unit`. */
            length: number;
            media: components["schemas"]["Medium"][];
            /** @description Start of the next range. Null at the end. */
            nextOffset: number | null;
            /** @description Actual start of this range in `unit`, never inside a character. */
            offset: number;
            /** @description Index of the part in the message, from 0. */
            part: number;
            /** @description Text in place of the part. Null if the part is omitted. */
            placeholder: string | null;
            /**
             * @description Kind of the tool result. Only for `condense`.
             * @enum {string}
             */
            resultKind?: "search" | "file" | "query" | "api";
            /** @description Number of the message. */
            seq: number;
            /** @description SHA-256 of the whole content as UTF-8, in lower-case hex. */
            sha256: string;
            size: components["schemas"]["OriginalSize"];
            tokensAfter: number;
            tokensBefore: number;
            toolName: string;
            /** @description Size of the whole original in `unit`. */
            total: number;
            /** @enum {string} */
            unit: "characters" | "bytes" | "lines";
        };
        OffloadMatches: {
            contextStatus: components["schemas"]["ContextStatus"];
            matches: {
                excerpt: string;
                line: number;
                /** @description In characters. */
                offset: number;
            }[];
            /** @description Whether there are more matches than returned. */
            more: boolean;
            /** @description Position of the next match. Null if there is none. */
            nextOffset: number | null;
        };
        /** @description Size of the whole original in UTF-16 code units, UTF-8 bytes and lines. */
        OriginalSize: {
            bytes: number;
            characters: number;
            lines: number;
        };
        Pin: {
            contextStatus: components["schemas"]["ContextStatus"];
            pinned: boolean;
            seq: number;
        };
        /** @description Every number that controls the context of a session. Token numbers apply to a limit of 13,600 and scale down with smaller limits. */
        Policy: {
            /**
             * @description How older checkpoints shrink. lines: whole lines leave, least important first; llm: the model then rewrites each one level down, and the lines stay if its text is refused.
             * @enum {string}
             */
            aging: "lines" | "llm";
            /** @description Token limits of checkpoint levels, and their total share of the limit. `running`: one checkpoint of this size, no levels. */
            checkpoints: {
                brief: number;
                detailed: number;
                moderate: number;
                running: number | null;
                /** @description Share of the limit for all checkpoints. Up to a third more where an agent works (five messages or more for each of a person; less of it from three on), while human words take little. */
                totalShare: number;
            };
            /** @description Condense tool results by the kind of their tool during the append. */
            condense: {
                /** @description Longer files become an outline. */
                fileLines: number;
                /** @description Tool names by the kind of their results. `*` matches any characters. */
                kinds: {
                    api: string[];
                    file: string[];
                    query: string[];
                    search: string[];
                };
                /** @description Smaller results stay unchanged. */
                minTokens: number;
                /** @description Results with more rows are sampled. */
                queryRows: number;
                /** @description Smaller structured data stays unchanged. */
                structuredTokens: number;
                /**
                 * @description `debug` switches off every reduction; checkpoints and evictions remain.
                 * @enum {string}
                 */
                verbosity: "normal" | "debug";
            } | null;
            /** @description Results of these tools contain words of the user and are never reduced. */
            humanTools: string[];
            /**
             * @description How an emergency frees tokens without a model. copy: an extractive checkpoint; evict: remove the oldest messages.
             * @enum {string}
             */
            makeRoom: "copy" | "evict";
            /** @description Mask tool results above this share of what system text, tools, and goals leave of the limit, except the newest `keepGroups` tool groups. */
            mask: {
                above: number;
                keepGroups: number;
            } | null;
            /** @description Minimum tokens a cut must free. */
            minGain: {
                share: number;
                tokens: number;
            };
            /** @description Offload tool results larger than the smaller of `tokens` and `share` of the limit. */
            offload: {
                share: number;
                tokens: number;
            } | null;
            /**
             * @description When nothing but messages of the user is left to shrink: `rollover` starts a new epoch, with a snapshot of the state before; `reject` evicts none of them and refuses the message that would not fit.
             * @enum {string}
             */
            overflow: "rollover" | "reject";
            /**
             * @description Treatment of a human message that cannot fit whole. refuse: 422; offload: the context shows its head and tail, and the offload reads the rest.
             * @enum {string}
             */
            oversized: "refuse" | "offload";
            /**
             * @description What cuts prefer. `detail`: as much as fits stays in the context. `cache`: the prompt changes rarely, so that a model server evaluates less again; cuts go deeper, recalled words are fewer, and the context holds less.
             * @enum {string}
             */
            priority: "detail" | "cache";
            /**
             * @description Reasoning of closed turns: auto drops it with the next cut, drop as soon as the turn closes, keep only so that no message is refused because of it.
             * @enum {string}
             */
            reasoning: "auto" | "keep" | "drop";
            /** @description Words from earlier that come back with a message of a person. */
            recall: {
                /** @description Maximum tokens for one message. Null: 15% of what system text, tools, and goals leave of the limit; few messages need as much. */
                maxTokens: number | null;
                /**
                 * @description Whether earlier words come back by themselves.
                 * @enum {string}
                 */
                mode: "auto" | "off";
                /** @description `session`: only the session itself. Else a name: sessions of the app with the same name recall from each other. A new session replaces `{user}` with `metadata.user`; without it, it is `session`. */
                scope: string;
            };
            /** @description How compressions lower the reliability score. */
            reliability: {
                /**
                 * @description Factor after n compressions. linear: max(1 − 0.15 n, 0.3); geometric: 0.9 to the power of n.
                 * @enum {string}
                 */
                penalty: "linear" | "geometric";
            };
            /** @description Saved states that the session can return to, and when they are made without a request. */
            snapshots: {
                /** @description Whether rules make snapshots as well. */
                auto: boolean;
                /** @description Whether snapshots can be made at all. */
                enabled: boolean;
                /** @description How many automatic snapshots stay, the newest ones. */
                keep: number;
                /** @description The first cut above this share of the limit is preceded by a snapshot. */
                threshold: number;
            };
            /** @description Share (`at`) at which a compression becomes pending: of `available`, reached by the conversation, or of `limit`, reached by everything in the context. Null: never. */
            summarize: {
                at: number;
                /** @enum {string} */
                of: "available" | "limit";
            } | null;
            /** @description The newest messages, which stay raw. */
            tail: {
                messages: number;
                tokens: number;
            };
            /**
             * @description auto: a model names the session once it is idle; its title is checked against the conversation. off: none does.
             * @enum {string}
             */
            titles: "auto" | "off";
            /** @description Replace long arguments of old calls of these tools above this share of what system text, tools, and goals leave of the limit, once the call succeeded. */
            truncateInputs: {
                above: number;
                tools: string[];
            } | null;
            /** @description Whether Ollama evaluates a prompt that a compression changed before the user speaks, with one call for one token. It gives way to everything else. */
            warmUp: boolean;
            /** @description Calls of these tools end a task. */
            watermark: {
                /** @description The newest tool groups before the boundary that stay. Default: 0. */
                keepBefore?: number;
                /** @description A step of the assistant that drifted ends the task before it, too. Default: false. */
                onDrift?: boolean;
                tools: string[];
            } | null;
        };
        /** @description Overrides of single values of the preset. Null switches a rule off. */
        PolicyOverrides: {
            /**
             * @description How older checkpoints shrink. lines: whole lines leave, least important first; llm: the model then rewrites each one level down, and the lines stay if its text is refused.
             * @enum {string}
             */
            aging?: "lines" | "llm";
            checkpoints?: {
                brief?: number;
                detailed?: number;
                moderate?: number;
                running?: number | null;
                /** @description Share of the limit for all checkpoints. Up to a third more where an agent works (five messages or more for each of a person; less of it from three on), while human words take little. */
                totalShare?: number;
            };
            condense?: {
                /** @description Longer files become an outline. */
                fileLines?: number;
                kinds?: {
                    api?: string[];
                    file?: string[];
                    query?: string[];
                    search?: string[];
                };
                /** @description Smaller results stay unchanged. */
                minTokens?: number;
                /** @description Results with more rows are sampled. */
                queryRows?: number;
                /** @description Smaller structured data stays unchanged. */
                structuredTokens?: number;
                /**
                 * @description `debug` switches off every reduction; checkpoints and evictions remain.
                 * @enum {string}
                 */
                verbosity?: "normal" | "debug";
            } | null;
            /** @description Results of these tools contain words of the user and are never reduced. */
            humanTools?: string[];
            /**
             * @description How an emergency frees tokens without a model. copy: an extractive checkpoint; evict: remove the oldest messages.
             * @enum {string}
             */
            makeRoom?: "copy" | "evict";
            mask?: {
                above?: number;
                keepGroups?: number;
            } | null;
            minGain?: {
                share?: number;
                tokens?: number;
            };
            offload?: {
                share?: number;
                tokens?: number;
            } | null;
            /**
             * @description When nothing but messages of the user is left to shrink: `rollover` starts a new epoch, with a snapshot of the state before; `reject` evicts none of them and refuses the message that would not fit.
             * @enum {string}
             */
            overflow?: "rollover" | "reject";
            /**
             * @description Treatment of a human message that cannot fit whole. refuse: 422; offload: the context shows its head and tail, and the offload reads the rest.
             * @enum {string}
             */
            oversized?: "refuse" | "offload";
            /**
             * @description What cuts prefer. `detail`: as much as fits stays in the context. `cache`: the prompt changes rarely, so that a model server evaluates less again; cuts go deeper, recalled words are fewer, and the context holds less.
             * @enum {string}
             */
            priority?: "detail" | "cache";
            /**
             * @description Reasoning of closed turns: auto drops it with the next cut, drop as soon as the turn closes, keep only so that no message is refused because of it.
             * @enum {string}
             */
            reasoning?: "auto" | "keep" | "drop";
            recall?: {
                /** @description Maximum tokens for one message. Null: 15% of what system text, tools, and goals leave of the limit; few messages need as much. */
                maxTokens?: number | null;
                /**
                 * @description Whether earlier words come back by themselves.
                 * @enum {string}
                 */
                mode?: "auto" | "off";
                /** @description `session`: only the session itself. Else a name: sessions of the app with the same name recall from each other. A new session replaces `{user}` with `metadata.user`; without it, it is `session`. */
                scope?: string;
            };
            reliability?: {
                /**
                 * @description Factor after n compressions. linear: max(1 − 0.15 n, 0.3); geometric: 0.9 to the power of n.
                 * @enum {string}
                 */
                penalty?: "linear" | "geometric";
            };
            snapshots?: {
                /** @description Whether rules make snapshots as well. */
                auto?: boolean;
                /** @description Whether snapshots can be made at all. */
                enabled?: boolean;
                /** @description How many automatic snapshots stay, the newest ones. */
                keep?: number;
                /** @description The first cut above this share of the limit is preceded by a snapshot. */
                threshold?: number;
            };
            summarize?: {
                at?: number;
                /** @enum {string} */
                of?: "available" | "limit";
            } | null;
            tail?: {
                messages?: number;
                tokens?: number;
            };
            /**
             * @description auto: a model names the session once it is idle; its title is checked against the conversation. off: none does.
             * @enum {string}
             */
            titles?: "auto" | "off";
            truncateInputs?: {
                above?: number;
                tools?: string[];
            } | null;
            /** @description Whether Ollama evaluates a prompt that a compression changed before the user speaks, with one call for one token. It gives way to everything else. */
            warmUp?: boolean;
            watermark?: {
                /** @description The newest tool groups before the boundary that stay. Default: 0. */
                keepBefore?: number;
                /** @description A step of the assistant that drifted ends the task before it, too. Default: false. */
                onDrift?: boolean;
                tools?: string[];
            } | null;
        };
        /** @description Problem document (RFC 9457). `code` is for programs, `detail` is for people, `errors` lists the faulty fields. Some codes add members with numbers or names. */
        Problem: {
            /** @description Stable error code. */
            code: string;
            /** @description The fault, its numbers, and the remedy. */
            detail: string;
            errors: components["schemas"]["Fault"][];
            /** @description HTTP status. */
            status: number;
            /** @description Short text, the same for every problem with this code. */
            title: string;
            /** @description Link to the code in the API reference. */
            type: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A worker had changed the prompt, and the model server read it before the next request (`policy.warmUp`). The context that follows begins with what was read, unless another cut comes first. */
        PromptEvaluatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                durationMs: number;
                /** @description Newest message in it. */
                lastSeq: number;
                /** @description As the server counted them. Null: it did not. */
                promptTokens: number | null;
                /** @description Version of the context that was read. */
                version: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "prompt-evaluated";
        };
        QuotaLimits: {
            /** @description Bytes (UTF-8) of these messages, as they were received. Null: no limit. */
            bytes?: number | null;
            /** @description Messages stored, of all sessions. Null: no limit. */
            messages?: number | null;
            /** @description Seconds of model calls for summaries in an hour of the clock. Beyond it, summaries are extractive. Null: no limit. */
            modelSecondsPerHour?: number | null;
            /** @description Requests in a minute of the clock, over all processes. Null: no limit. */
            requestsPerMinute?: number | null;
            /** @description Sessions stored. Null: no limit. */
            sessions?: number | null;
            /** @description Event streams open at the same time, over all processes. Null: no limit. */
            subscribers?: number | null;
        };
        QuotaUse: {
            limit: number | null;
            used: number;
        };
        ReadingToolCall: {
            /** @description The arguments as the model wrote them: an object or its JSON text. */
            arguments: unknown;
            /** @description Name of the called tool, with or without an MCP prefix. */
            name: string;
        };
        ReadingToolResult: {
            /** @description Text of the tool result. */
            content: string;
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description The call was wrong; the text says how to correct it. */
            isError: boolean;
        };
        ReadingTools: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Definitions to add to the tools of the model. */
            tools: unknown[];
        };
        Realign: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Numbers of the messages that the sentences are from. */
            excerpts: number[];
            /** @description Number of the message that was added. */
            seq: number;
            /** @description Its text: the intent, and sentences of the history, verbatim. */
            text: string;
        };
        /** @description Reasoning of closed turns left the context, or of the open turn because nothing else fit. */
        ReasoningDroppedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                parts: {
                    /** @description Opaque prefixed id. */
                    id: string;
                    resultKind?: string;
                    seq: number;
                    tokensAfter: number;
                    tokensBefore: number;
                    toolName: string | null;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "reasoning-dropped";
        };
        Recall: {
            /** Format: date-time */
            at: string;
            /** @description In the order in which the context shows them. */
            excerpts: {
                part: number;
                /** @description Share of the words of the question that are found there, by their rarity. */
                score: number;
                /** @description Number of the quoted message in its session. */
                seq: number;
                /** @description Opaque prefixed id. */
                sessionId: string;
                /** @description Start in the original text of the part, in UTF-16 code units. */
                start: number;
                /** @description Verbatim words of the message. */
                text: string;
                tokens: number;
            }[];
            id: string;
            /** @description Whether the context shows the block now. */
            inContext: boolean;
            /** @description Duration of the decision in milliseconds. */
            ms: number;
            /** @description Why nothing was recalled. */
            reason: ("off" | "nothing-found" | "no-free-tokens" | "late" | "failed") | null;
            /** @description Number of the message of the person. */
            seq: number;
            /** @description Tokens of the block; 0: none. */
            tokens: number;
        };
        /** @description The reliability level changed, after a compression, a report of real token counts, or a policy change. */
        ReliabilityChangedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                compressions: number;
                /** @enum {string} */
                from: "High" | "Medium" | "Low" | "Critical";
                reasons: string[];
                score: number;
                /** @enum {string} */
                to: "High" | "Medium" | "Low" | "Critical";
                warning?: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "reliability-changed";
        };
        /** @description The session had as many compressions as a model of its size handles (3 up to 3B, 5 up to 7B, 7 up to 13B, else 10), or its reliability score fell under 40%. */
        ReliabilityWarningEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @enum {string} */
                cause: "compressions" | "score";
                compressions: number;
                /** @enum {string} */
                level: "High" | "Medium" | "Low" | "Critical";
                model: string;
                recommendation: string;
                score: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "reliability-warning";
        };
        RequestCompression: {
            /** @description Instructions for the summarizer. */
            instructions?: string;
            /**
             * @description Default: `auto`.
             * @enum {string}
             */
            strategy?: "auto" | "extractive" | "truncate";
            /** @description Milliseconds to wait for the end of the compression. Default: 0. */
            waitMs?: number;
        };
        Restored: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Snapshot of the state before, which undoes the restore. Null: it could not be made. */
            rollbackId: string | null;
            /** @description Newest message in the restored context. Later ones are evicted. */
            seq: number;
            /** @description Opaque prefixed id. */
            snapshotId: string;
            /** @description Version of the context. */
            version: number;
        };
        RolledOver: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Number of the new epoch. */
            epoch: number;
            /** @description Snapshot of the state before, which undoes the rollover. Null: it could not be made. */
            snapshotId: string | null;
            tokensAfter: number;
            tokensBefore: number;
            /** @description Version of the context. */
            version: number;
        };
        /** @description The session started a new epoch: only its fixed part, its newest human messages and a short summary stay. */
        RolloverCompleteEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Number of the new epoch. */
                epoch: number;
                /** @description Human messages that left the context. */
                evictedMessages: number;
                keptHumanMessages: number;
                /** @description Snapshot of the state before; null: it failed, or the policy makes none. */
                snapshotId: string | null;
                tokensAfter: number;
                tokensBefore: number;
                /**
                 * @description The app asked for it, or nothing more could shrink and the policy allows it.
                 * @enum {string}
                 */
                trigger: "request" | "overflow";
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "rollover-complete";
        };
        RotateKey: {
            /**
             * @description Seconds for which the present secret stays valid beside the new one. 0: it ends at once.
             * @default 0
             */
            graceSeconds: number;
        };
        Savings: {
            contextStatus: components["schemas"]["ContextStatus"];
            input: components["schemas"]["InputSums"];
            modelCalls: number;
            /** @description Compressions without a model, and the calls that would have freed `savedWithoutModel` at the mean of the compressions so far (before the first: at the trigger). */
            modelCallsSpared: number;
            /** @description Since the session began. Every step counts, also of parts that came back or left later. All rows together are what the cuts and the reductions on append changed. */
            rules: {
                count: number;
                /**
                 * @description A kind of reduction, or of cut. Kinds that an app asked for, such as `withdraw`, and blocks that grow, such as `goals`, may be negative.
                 * @enum {string}
                 */
                kind: "condense" | "offload" | "reasoning" | "watermark" | "mask" | "truncate-input" | "offload-text" | "excerpt" | "covered" | "compression" | "upgrade" | "aging" | "evict" | "recall" | "standing" | "goals" | "withdraw" | "prompt-changed" | "restore" | "rollover";
                /** @description Id of the rule, such as `D5`. */
                rule: string;
                saved: number;
                tokensAfter: number;
                tokensBefore: number;
            }[];
            saved: number;
            /** @description Saved by reductions, which call no model. */
            savedWithoutModel: number;
            tokensAfter: number;
            tokensBefore: number;
        };
        Scope: {
            /** @description Entries of each state, and sessions (at most 10,000 are counted). */
            counts: {
                ended: number;
                open: number;
                sessions: number;
                superseded: number;
            };
            /** @description What was ended: the newest 200. */
            ended: components["schemas"]["StandingEntry"][];
            /** @description What holds: the newest 200, newest first. */
            open: components["schemas"]["StandingEntry"][];
            scope: string;
            /** @description The newest 200 sessions of the scope. Their messages are kept as well. */
            sessions: {
                /** Format: date-time */
                createdAt: string;
                externalId: string | null;
                /** @description Opaque prefixed id. */
                id: string;
                /** Format: date-time */
                lastActivityAt: string;
                messageCount: number;
            }[];
            /** @description What a newer entry replaced: the newest 200. */
            superseded: components["schemas"]["StandingEntry"][];
        };
        /** @description A message that matches, with its best passage. */
        SearchHit: {
            /** @description The live checkpoint that covers the message. */
            checkpointId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Exact text around the best match. */
            excerpt: string;
            /** @description Value of `after` to continue after this hit. */
            id: string;
            /** @description Words of the excerpt that match, in the same units. */
            matches: {
                length: number;
                offset: number;
            }[];
            /** @description Opaque prefixed id. */
            messageId: string;
            /** @description Handle of the part’s original, if the part was reduced. */
            offloadId: string | null;
            /** @description Start of the excerpt in the original text of the part, in UTF-16 code units, as in the offload. */
            offset: number;
            /** @description Index of the part in the message, from 0. */
            part: number;
            /** @description How to read more: the exact message, the original from the excerpt on, the summary. */
            read: {
                checkpoint: string | null;
                /** @description Path and query of a GET request. */
                message: string;
                offload: string | null;
            };
            /** @enum {string} */
            role: "system" | "user" | "assistant" | "tool";
            /** @description Comparable within one search only. */
            score: number;
            /** @description Number of the message. */
            seq: number;
            /** @description Opaque prefixed id. */
            sessionId: string;
            /** @description Tokens (o200k) of the excerpt. */
            tokens: number;
            /**
             * @description State of the message now: whole or reduced in the context, behind a checkpoint, or left.
             * @enum {string}
             */
            where: "raw" | "reduced" | "covered" | "evicted" | "withdrawn";
        };
        SearchResult: {
            hits: components["schemas"]["SearchHit"][];
            /** @description Value of `after` for the next page. Null on the last page. */
            nextAfter: string | null;
            /** @description Messages enter the index about a second after they are stored. */
            unindexed: {
                /** @description Those of them that this search read one by one. */
                read: number;
                /** @description Newest messages that are not in the index yet. */
                waiting: number;
            };
        };
        /** @description Inclusive on both ends. */
        SeqRange: {
            from: number;
            to: number;
        };
        Session: {
            /** @description Opaque prefixed id. */
            appId: string;
            /** @description Completed compressions. */
            compressionCount: number;
            contextSize: (string | number) | null;
            contextStatus: components["schemas"]["ContextStatus"];
            /** Format: date-time */
            createdAt: string;
            epoch: number;
            externalId: string | null;
            /** @description Opaque prefixed id. */
            id: string;
            /** Format: date-time */
            lastActivityAt: string;
            /** @description Token limit of the context. */
            limit: number;
            /** @description Sessions of the app with the same name recall from each other; null: none do. */
            memoryScope: string | null;
            /** @description Messages in the history. */
            messageCount: number;
            /** @description Data of the app, returned exactly as received. At most 16,384 bytes of JSON. */
            metadata: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            mode: "DEVELOPER" | "PLANNING" | "DEBUGGER" | "ASSISTANT";
            /** @description Model name, as the model server knows it. */
            model: string;
            /** @description First words of the first message of a person, on one line, without what a program put around them. Null: there is none yet. */
            opening: string | null;
            policy: components["schemas"]["Policy"];
            /**
             * @description Preset policy. Default: `checkpointed`.
             * @enum {string}
             */
            preset: "checkpointed" | "simple" | "tiered" | "watermark" | "truncate" | "off";
            provider: string | null;
            /** @description Tokens kept free for the reply. */
            reserve: number;
            /** @enum {string} */
            status: "active";
            /** @description Included verbatim at the start of every context. */
            systemPrompt: string | null;
            /** @description Size class of the limit. */
            tier: string;
            /** @description What a model named the session (`policy.titles`). Null: it has no title that the check accepted. */
            title: string | null;
            /** @description Tool schemas, stored and returned exactly as received. */
            tools: unknown[] | null;
            /** @description Increases with every change. Also the ETag of the session. */
            version: number;
            /** @description Real window of the model in tokens, or `unverified` while no server has reported it. */
            window: number | "unverified";
        };
        /** @description A session was opened. */
        SessionCreatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                limit: number;
                mode: string;
                model: string;
                preset: string;
                reserve: number;
                tier: string;
                window: number | "unverified";
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "session-created";
        };
        /** @description The session and its whole history were deleted. This is the last event of the session. */
        SessionDeletedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /**
                 * @description A request, or the retention of the app.
                 * @enum {string}
                 */
                by: "request" | "retention";
                checkpoints: number;
                compressions: number;
                events: number;
                messages: number;
                /** @description Reduced parts with their originals, offloads included. */
                reductions: number;
                searchRows: number;
                snapshots: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "session-deleted";
        };
        /** @description The session was idle for as long as its app keeps sessions. It is deleted whole unless it becomes active again. */
        SessionExpiringEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description ISO 8601. */
                deletesAt: string;
                /** @description Days without activity that the app allows. */
                retentionDays: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "session-expiring";
        };
        /** @description The session was made from another one, and has its history up to a message. */
        SessionForkedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                parentId: string;
                /** @description Newest message that both have. */
                seq: number;
                /** @description The snapshot it was made from; null: from a message. */
                snapshotId: string | null;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "session-forked";
        };
        /** @description An import ended and its session became visible. Events of the session before the import are not restored. */
        SessionImportedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /**
                 * @description `palimpsest`: an export of this service.
                 * @enum {string}
                 */
                format: "palimpsest" | "native" | "openai" | "responses" | "anthropic" | "ollama";
                messages: number;
                /** @description Id of the session in the file, if it was already in use. */
                originalId: string | null;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "session-imported";
        };
        SessionList: {
            /** @description Value of `after` for the next page. Null on the last page. */
            nextAfter: string | null;
            sessions: components["schemas"]["SessionSummary"][];
        };
        /** @description A session in a list, without policy, system prompt and tools. */
        SessionSummary: {
            /** @description Opaque prefixed id. */
            appId: string;
            /** @description Completed compressions. */
            compressionCount: number;
            contextSize: (string | number) | null;
            contextStatus: components["schemas"]["ContextStatus"];
            /** Format: date-time */
            createdAt: string;
            epoch: number;
            externalId: string | null;
            /** @description Opaque prefixed id. */
            id: string;
            /** Format: date-time */
            lastActivityAt: string;
            /** @description Token limit of the context. */
            limit: number;
            /** @description Sessions of the app with the same name recall from each other; null: none do. */
            memoryScope: string | null;
            /** @description Messages in the history. */
            messageCount: number;
            /** @description Data of the app, returned exactly as received. At most 16,384 bytes of JSON. */
            metadata: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            mode: "DEVELOPER" | "PLANNING" | "DEBUGGER" | "ASSISTANT";
            /** @description Model name, as the model server knows it. */
            model: string;
            /** @description First words of the first message of a person, on one line, without what a program put around them. Null: there is none yet. */
            opening: string | null;
            /**
             * @description Preset policy. Default: `checkpointed`.
             * @enum {string}
             */
            preset: "checkpointed" | "simple" | "tiered" | "watermark" | "truncate" | "off";
            provider: string | null;
            /** @description Tokens kept free for the reply. */
            reserve: number;
            /** @enum {string} */
            status: "active";
            /** @description Size class of the limit. */
            tier: string;
            /** @description What a model named the session (`policy.titles`). Null: it has no title that the check accepted. */
            title: string | null;
            /** @description Increases with every change. Also the ETag of the session. */
            version: number;
            /** @description Real window of the model in tokens, or `unverified` while no server has reported it. */
            window: number | "unverified";
        };
        /** @description The app updated the session, or the real window of the model became known. The second case adds `window`, `limit` and `reserve`. */
        SessionUpdatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                changed: string[];
                limit?: number;
                reserve?: number;
                version: number;
                window?: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "session-updated";
        };
        /** @description A saved state of a session. It never changes. */
        Snapshot: {
            /** @description Made by a rule. Only the newest of these stay. */
            auto: boolean;
            /** @description Live checkpoints. */
            checkpointCount: number;
            /** Format: date-time */
            createdAt: string;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Messages in the history. */
            messageCount: number;
            /** @enum {string} */
            mode: "DEVELOPER" | "PLANNING" | "DEBUGGER" | "ASSISTANT";
            model: string;
            name: string | null;
            /** @enum {string} */
            purpose: "recovery" | "rollback" | "emergency" | "manual";
            /** @description Newest message. 0: none. */
            seq: number;
            /** @description Opaque prefixed id. */
            sessionId: string;
            tier: string;
            /** @description Tokens in the context. */
            tokenCount: number;
            /** @description Version of the context. */
            version: number;
        };
        /** @description The app saved the state of the session. */
        SnapshotCreatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                name: string | null;
                /** @enum {string} */
                purpose: "recovery" | "rollback" | "emergency" | "manual";
                seq: number;
                /** @description Opaque prefixed id. */
                snapshotId: string;
                /** @description Tokens in the context. */
                tokens: number;
                /** @description Version of the context. */
                version: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "snapshot-created";
        };
        /** @description A snapshot that a rule asked for could not be made. The change it was to precede was made all the same. */
        SnapshotErrorEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                detail: string;
                /** @enum {string} */
                purpose: "recovery" | "rollback" | "emergency" | "manual";
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "snapshot-error";
        };
        /** @description The session returned to a saved state. Later messages stay in the history, evicted. */
        SnapshotRestoredEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Snapshot of the state before the restore; null: it failed. */
                rollbackId: string | null;
                /** @description Newest message of the snapshot. */
                seq: number;
                /** @description Opaque prefixed id. */
                snapshotId: string;
                tokensAfter: number;
                tokensBefore: number;
                version: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "snapshot-restored";
        };
        SnapshotWithStatus: {
            /** @description Made by a rule. Only the newest of these stay. */
            auto: boolean;
            /** @description Live checkpoints. */
            checkpointCount: number;
            contextStatus: components["schemas"]["ContextStatus"];
            /** Format: date-time */
            createdAt: string;
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Messages in the history. */
            messageCount: number;
            /** @enum {string} */
            mode: "DEVELOPER" | "PLANNING" | "DEBUGGER" | "ASSISTANT";
            model: string;
            name: string | null;
            /** @enum {string} */
            purpose: "recovery" | "rollback" | "emergency" | "manual";
            /** @description Newest message. 0: none. */
            seq: number;
            /** @description Opaque prefixed id. */
            sessionId: string;
            tier: string;
            /** @description Tokens in the context. */
            tokenCount: number;
            /** @description Version of the context. */
            version: number;
        };
        /** @description A rule, preference, decision, or fact now holds in all sessions of a scope. */
        StandingAddedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                entryId: string;
                /** @enum {string} */
                kind: "rule" | "preference" | "decision" | "fact";
                /** @description Name of the scope. */
                scope: string;
                /** @description Message of the session that has the words. */
                seq?: number;
                /**
                 * @description Who wrote it.
                 * @enum {string}
                 */
                source: "message" | "pin" | "lock" | "api" | "tool";
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "standing-added";
        };
        /** @description A standing entry was superseded, ended, opened again, or edited. */
        StandingChangedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Opaque prefixed id. */
                entryId: string;
                /** @description Name of the scope. */
                scope: string;
                /** @enum {string} */
                state: "open" | "superseded" | "ended";
                /** @description Entry that replaced it. */
                supersededBy?: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "standing-changed";
        };
        /** @description A standing entry, or all entries of a scope, were deleted. */
        StandingDeletedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @description Number of deleted entries. */
                entries: number;
                /** @description The entry. Absent: all of the scope. */
                entryId?: string;
                /** @description Name of the scope. */
                scope: string;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "standing-deleted";
        };
        StandingEntry: {
            /**
             * Format: date-time
             * @description When it was said.
             */
            at: string;
            /** @description When it was superseded or ended; null: it is open. */
            closedAt: string | null;
            /** @description Opaque prefixed id. */
            id: string;
            /** @enum {string} */
            kind: "rule" | "preference" | "decision" | "fact";
            /** @description Words that ended it. */
            reason: string | null;
            /** @description Message that has the words; null: none. */
            seq: number | null;
            /** @description Session in which it was said; null: none. */
            sessionId: string | null;
            /** @enum {string} */
            source: "message" | "pin" | "lock" | "api" | "tool";
            /** @enum {string} */
            state: "open" | "superseded" | "ended";
            /** @description Entry that replaced it. */
            supersededBy: string | null;
            /** @description Verbatim words of the message, or the text that the app gave. */
            text: string;
        };
        Status: {
            /**
             * Format: date-time
             * @description When the report was made.
             */
            at: string;
            /** @description Live checkpoints, oldest first. */
            checkpoints: {
                from: number;
                /** @description Opaque prefixed id. */
                id: string;
                level: number;
                number: number;
                originalTokens: number;
                to: number;
                tokens: number;
            }[];
            /** @description The newest 20 compressions, newest first. */
            compressionHistory: {
                /**
                 * Format: date-time
                 * @description When it was asked for.
                 */
                at: string;
                /** @description Opaque prefixed id. */
                id: string;
                messages: number;
                /** @description Why it was skipped or failed. */
                reason: string | null;
                /** @enum {string} */
                status: "queued" | "running" | "completed" | "skipped" | "failed";
                tokensAfter: number | null;
                /** @description Tokens in the context. Null until completed. */
                tokensBefore: number | null;
                /** @enum {string} */
                trigger: "budget" | "manual" | "emergency" | "upgrade" | "aging";
            }[];
            contextStatus: components["schemas"]["ContextStatus"];
            freshSession: {
                /** @description Whether a fresh session is advised. */
                advised: boolean;
                /** @description Text for a fresh session: goals, ledger, checkpoints and the last ten user messages. Checkpoints and messages take less than half of the limit; those that do not fit are listed. */
                handover: string;
            };
            /** @description The active goal. */
            goal: {
                description: string;
                /** @description Opaque prefixed id. */
                id: string;
                openSteps: number;
                priority: string;
            } | null;
            /** @description Number of messages by state. All but `totalTokens`; the last four add up to `messages`. */
            history: {
                behindCheckpoints: number;
                evicted: number;
                inContext: number;
                messages: number;
                /** @description Messages with no part left in the context. */
                offloaded: number;
                /** @description Tokens of all messages, as they were received. */
                totalTokens: number;
            };
            model: string;
            /** @description Advice for the app, in words. */
            recommendations: string[];
            /** @description Reduced message parts in the context, by kind. */
            reductions: {
                count: number;
                /** @enum {string} */
                kind: "condense" | "offload" | "reasoning" | "watermark" | "mask" | "truncate-input" | "offload-text" | "excerpt" | "covered";
                tokensAfter: number;
                tokensBefore: number;
            }[];
            /** @description The totals of `GET …/savings`. */
            savings: {
                /** @description Tokens that all rules saved so far. */
                saved: number;
                /** @description `saved` / `tokensBefore`. */
                share: number;
                text: string;
                /** @description Tokens of what they replaced. */
                tokensBefore: number;
            };
            /** @description Opaque prefixed id. */
            sessionId: string;
            watermark: components["schemas"]["Watermark"];
        };
        /** @description The system prompt exceeds the budget of the session tier. It still stays in the context unchanged. */
        SystemPromptOverBudgetEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                budget: number;
                tokens: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "system-prompt-over-budget";
        };
        /** @description Messages of the user that cannot fit whole are shown as head and tail (`policy.oversized: "offload"`). Read an original with `GET …/offloads/{id}`. */
        TextExcerptedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                parts: {
                    /** @description Opaque prefixed id. */
                    id: string;
                    resultKind?: string;
                    seq: number;
                    tokensAfter: number;
                    tokensBefore: number;
                    toolName: string | null;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "text-excerpted";
        };
        /** @description Long texts of assistants or programs were replaced by placeholders because the context did not fit. */
        TextOffloadedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                parts: {
                    /** @description Opaque prefixed id. */
                    id: string;
                    resultKind?: string;
                    seq: number;
                    tokensAfter: number;
                    tokensBefore: number;
                    toolName: string | null;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "text-offloaded";
        };
        Ticket: {
            /** Format: date-time */
            expiresAt: string;
            /** @description Pass it as `?ticket=`. Valid for one connection. */
            ticket: string;
        };
        /** @description The session adopted another ratio of model tokens to stored tokens, because it moved by more than 3%. All later figures use it. A context that no longer fits shrinks in a recorded cut. */
        TokensRecalibratedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @enum {string} */
                basis: "estimated" | "family" | "measured" | "exact";
                limit: number;
                margin: number;
                ratio: number;
                ratioBefore: number;
                usedAfter: number;
                usedBefore: number;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "tokens-recalibrated";
        };
        /** @description Long arguments of old calls, whose content is stored elsewhere, became placeholders. */
        ToolInputTruncatedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                parts: {
                    /** @description Opaque prefixed id. */
                    id: string;
                    resultKind?: string;
                    seq: number;
                    tokensAfter: number;
                    tokensBefore: number;
                    toolName: string | null;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "tool-input-truncated";
        };
        /** @description Tool results were condensed by kind during the append. */
        ToolResultCondensedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                parts: {
                    /** @description Opaque prefixed id. */
                    id: string;
                    resultKind?: string;
                    seq: number;
                    tokensAfter: number;
                    tokensBefore: number;
                    toolName: string | null;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "tool-result-condensed";
        };
        /** @description Tool results older than the newest tool groups became one line each. */
        ToolResultMaskedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                parts: {
                    /** @description Opaque prefixed id. */
                    id: string;
                    resultKind?: string;
                    seq: number;
                    tokensAfter: number;
                    tokensBefore: number;
                    toolName: string | null;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "tool-result-masked";
        };
        /** @description Large tool results were replaced by placeholders. Read an original with `GET …/offloads/{id}`. */
        ToolResultOffloadedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                parts: {
                    /** @description Opaque prefixed id. */
                    id: string;
                    resultKind?: string;
                    seq: number;
                    tokensAfter: number;
                    tokensBefore: number;
                    toolName: string | null;
                }[];
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "tool-result-offloaded";
        };
        UpdateApp: {
            /** @description Overrides for sessions that name no preset; those of a session come on top. Null: none. */
            policy?: components["schemas"]["PolicyOverrides"] | null;
            /** @description Preset of sessions that name none. Null: `checkpointed`. */
            preset?: ("checkpointed" | "simple" | "tiered" | "watermark" | "truncate" | "off") | null;
            quotas?: components["schemas"]["QuotaLimits"];
            /** @description Days without activity after which `session-expiring` names a session; unless it becomes active, a day later it is deleted whole. Null: sessions stay. */
            retentionDays?: number | null;
        };
        UpdateGoal: {
            /** @description The goal. Every context contains it verbatim while the goal is active. */
            description?: string;
            /** @enum {string} */
            priority?: "high" | "medium" | "low";
            /** @enum {string} */
            status?: "active" | "paused" | "completed";
        };
        UpdateGoalItem: {
            /** @enum {string} */
            action?: "created" | "modified" | "deleted";
            /** @description A locked decision is part of every context, and conversation text cannot change it. */
            locked?: boolean;
            /** @description Why the decision was made. */
            reason?: string | null;
            /** @description Only for steps and next steps. */
            status?: ("pending" | "in-progress" | "completed") | ("open" | "done");
            /** @description Text of the item; for an artifact, its path. */
            text?: string;
        };
        UpdateSession: {
            /** @description Short for `policy.recall.scope`. */
            memoryScope?: string;
            /** @description Data of the app, returned exactly as received. At most 16,384 bytes of JSON. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            mode?: "DEVELOPER" | "PLANNING" | "DEBUGGER" | "ASSISTANT";
            policy?: components["schemas"]["PolicyOverrides"];
            /** @description Included verbatim at the start of every context. */
            systemPrompt?: string | null;
            /** @description Tool schemas, stored and returned exactly as received. */
            tools?: unknown[] | null;
        };
        Watermark: {
            /** @description Calls and results before this message have left the context. */
            appliedSeq: number;
            /** @description The call that set the boundary. Null if a message did. */
            callId: string | null;
            /** @description Tool groups before the boundary that stay, if it says so itself. */
            keepBefore?: number;
            /** @description Tool whose next call becomes the boundary. */
            pending: string | null;
            /** @description The same for the boundary that `pending` waits for. */
            pendingKeep?: number;
            /** @description Message at the boundary. It and all later messages stay unchanged. 0 if no boundary is set. */
            seq: number;
            /** @description Tool of that call. */
            toolName: string | null;
        };
        /** @description A task boundary was set: by a tool call, by a request, or by a drift check with `watermark.onDrift`. `to` equals `from` while the named tool (`pending`) has not been called yet. */
        WatermarkAdvancedEvent: {
            /** @description The app. `*` in events about the service itself, which every app receives. */
            appId: string;
            /** Format: date-time */
            at: string;
            /** @description Opaque position in the event log. */
            cursor: string;
            data: {
                /** @enum {string} */
                by: "api" | "tool" | "drift";
                callId?: string | null;
                from: number;
                pending?: string;
                to: number;
                toolName?: string | null;
            };
            /** @description Opaque prefixed id. */
            id: string;
            /** @description Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service. */
            seq: number;
            sessionId: string | null;
            /** @constant */
            type: "watermark-advanced";
        };
        WatermarkWithStatus: {
            /** @description Calls and results before this message have left the context. */
            appliedSeq: number;
            /** @description The call that set the boundary. Null if a message did. */
            callId: string | null;
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Tool groups before the boundary that stay, if it says so itself. */
            keepBefore?: number;
            /** @description Tool whose next call becomes the boundary. */
            pending: string | null;
            /** @description The same for the boundary that `pending` waits for. */
            pendingKeep?: number;
            /** @description Message at the boundary. It and all later messages stay unchanged. 0 if no boundary is set. */
            seq: number;
            /** @description Tool of that call. */
            toolName: string | null;
            /** @description What must happen before the boundary changes the context. Empty if it waits for nothing. */
            waitsFor: components["schemas"]["BoundaryWait"][];
        };
        Withdraw: {
            /** @description First message to withdraw, with all after it. */
            fromSeq: number;
        };
        Withdrawal: {
            contextStatus: components["schemas"]["ContextStatus"];
            /** @description Numbers of the withdrawn messages. */
            withdrawn: number[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    home: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page for browsers, JSON for other clients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        signIn?: string;
                        version: string;
                    } & {
                        [key: string]: unknown;
                    };
                    "text/html": string;
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        version: string;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ready: boolean;
                        store: boolean;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The process is not ready. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ready: boolean;
                        store: boolean;
                    };
                };
            };
        };
    };
    readAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the alerts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApps: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: "default" | string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of apps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apps: components["schemas"]["App"][];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApp"];
            };
        };
        responses: {
            /** @description The created app. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDetails"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It goes on in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateApp"];
            };
        };
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDetails"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Only acts of this kind. */
                action?: "app-created" | "app-updated" | "app-deleted" | "key-created" | "key-rotated" | "key-deleted" | "session-updated" | "session-deleted" | "snapshot-restored" | "standing-deleted" | "scope-deleted" | "deletion-started";
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Only acts on this app. */
                appId?: string;
                /** @description Only acts of this key. */
                keyId?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    compact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Compact"];
            };
        };
        responses: {
            /** @description The reduced conversation and the report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Compacted"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeletions: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deletions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deletions: components["schemas"]["Deletion"][];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDeletion"];
            };
        };
        responses: {
            /** @description It is done. What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description It goes on in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deletionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readEvents: {
        parameters: {
            query?: {
                /** @description Returns events after this cursor. `0` starts at the beginning. A stream without it starts with new events. */
                after?: string;
                /** @description Adds the exact messages to `message-appended` events, as `content`. Needs an app key. */
                include?: "content";
                /** @description Maximum events on the page. Default: 100. */
                limit?: number;
                /** @description Only events of these sessions. */
                sessionId?: string[];
                /** @description Starts with the events from this time on, by the clocks of the processes that wrote them. Cannot be combined with `after`. */
                since?: string;
                /** @description Single-use ticket from `POST /v1/tickets`, for clients that cannot set headers. */
                ticket?: string;
                /** @description Only events of these types. */
                types?: ("session-created" | "session-updated" | "session-deleted" | "session-expiring" | "session-imported" | "message-appended" | "budget-updated" | "budget-warning" | "level-changed" | "tokens-recalibrated" | "count-deviation" | "reliability-changed" | "reliability-warning" | "fresh-session-advised" | "compression-queued" | "compression-started" | "compression-progress" | "compressed" | "compression-skipped" | "compression-error" | "compression-stuck" | "checkpoint-created" | "checkpoint-aged" | "checkpoint-merged" | "checkpoint-upgraded" | "context-rewritten" | "context-recalled" | "prompt-evaluated" | "standing-added" | "standing-changed" | "standing-deleted" | "tool-result-condensed" | "tool-result-offloaded" | "reasoning-dropped" | "tool-result-masked" | "tool-input-truncated" | "text-offloaded" | "text-excerpted" | "messages-evicted" | "message-pinned" | "message-unpinned" | "watermark-advanced" | "emergency" | "snapshot-created" | "auto-snapshot-created" | "snapshot-restored" | "snapshot-error" | "session-forked" | "rollover-complete" | "goal-updated" | "decision-locked" | "drift-detected" | "audit-failed" | "system-prompt-over-budget" | "fixed-part-over-budget" | "model-unavailable" | "model-available" | "model-unfit" | "model-window-lowered")[];
            };
            header?: {
                /** @description Cursor of the last received event. Only for streams. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events in order, and the cursor for the next read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                    "text/event-stream": string;
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description cursor_invalid */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Only keys of this app. */
                appId?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["Key"][];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            /** @description The created key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateKey"];
            };
        };
        responses: {
            /** @description The key with its new secret, which is returned only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Models"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    queueDepth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts by job type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            aging: {
                                active: number;
                                failed: number;
                                waiting: number;
                            };
                            compression: {
                                active: number;
                                failed: number;
                                waiting: number;
                            };
                            upkeep: {
                                active: number;
                                failed: number;
                                waiting: number;
                            };
                        };
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readInputByDay: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Only sessions of this app. Other apps need an admin key. */
                appId?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
                /** @description First day, in UTC. Default: 30 days ago. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InputByDay"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listScopes: {
        parameters: {
            query?: {
                /** @description Name of the last scope of the previous page. */
                after?: string;
                /** @description App of the scope. Default: that of the key. Another one needs an admin key. */
                appId?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scopes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                        scopes: {
                            /** @description The session of the scope that was opened last. Null: the scope only has entries. */
                            newestSession: string | null;
                            openEntries: number;
                            scope: string;
                        }[];
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getScope: {
        parameters: {
            query?: {
                /** @description App of the scope. Default: that of the key. Another one needs an admin key. */
                appId?: string;
                /** @description Default: `json`. */
                format?: "json" | "markdown";
            };
            header?: never;
            path: {
                /** @description Name of the scope, percent-encoded: `user%3A42`. */
                scope: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scope"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteScope: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the scope, percent-encoded: `user%3A42`. */
                scope: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of deleted entries. */
                        entries: number;
                        /** @description Sessions of the scope, which keep their messages (at most 10,000 are counted). `GET /v1/scopes/{scope}` lists them, and `POST /v1/deletions {"memoryScope": …}` deletes them. */
                        keptSessions: number;
                        /** @description Sessions whose contexts showed any, or words recalled from each other. */
                        sessions: number;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listStanding: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description App of the scope. Default: that of the key. Another one needs an admin key. */
                appId?: string;
                /** @description Default: `json`. */
                format?: "json" | "markdown";
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
                /** @description Only entries in this state. */
                state?: "open" | "superseded" | "ended";
            };
            header?: never;
            path: {
                /** @description Name of the scope, percent-encoded: `user%3A42`. */
                scope: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["StandingEntry"][];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                        scope: string;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addStanding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the scope, percent-encoded: `user%3A42`. */
                scope: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Default: what the words say, else `rule`.
                     * @enum {string}
                     */
                    kind?: "rule" | "preference" | "decision" | "fact";
                    /** @description Message that has the words. */
                    seq?: number;
                    /** @description Session in which it was said. */
                    sessionId?: string;
                    /** @description What holds in all sessions of the scope, at most 1000 characters. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The entry, or the one with the same words. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StandingEntry"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteStanding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                entryId: string;
                /** @description Name of the scope, percent-encoded: `user%3A42`. */
                scope: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    editStanding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                entryId: string;
                /** @description Name of the scope, percent-encoded: `user%3A42`. */
                scope: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind?: "rule" | "preference" | "decision" | "fact";
                    /**
                     * @description `ended`: it holds no longer.
                     * @enum {string}
                     */
                    state?: "open" | "ended";
                    /** @description Makes a new entry, which supersedes this one. */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description The entry; with another text, the new one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StandingEntry"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchMessages: {
        parameters: {
            query: {
                /** @description Id of the last hit of the previous page of the same search. */
                after?: string;
                /** @description Maximum hits. Default: 10. */
                limit?: number;
                /** @description Maximum tokens (o200k) of all excerpts together. Default: no limit. */
                maxTokens?: number;
                /** @description Words, names, paths or error codes, in any language. Hits have at least one of them; hits with more of them, rarer ones, and closer together come first. The first 24 terms count. */
                q: string;
                /** @description Searches one session. Default: all sessions of the app. */
                sessionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hits, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Only the session with this key. */
                externalId?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSession"];
            };
        };
        responses: {
            /** @description The existing session with this `externalId`, unchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The session. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description storage_quota_exceeded, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description window_exceeded, system_prompt_exceeds_window, goal_exceeds_budget */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is deleted. What was removed with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSession"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSession"];
            };
        };
        responses: {
            /** @description The updated session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description system_prompt_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    auditSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audit"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBudget: {
        parameters: {
            query?: {
                /** @description Only what was recorded after the event of this number: `seq` of the reply before. */
                after?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sizes and the cuts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Budget"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCheckpoints: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
                /** @description Also list checkpoints replaced by aging. */
                superseded?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of checkpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checkpoints: components["schemas"]["Checkpoint"][];
                        contextStatus: components["schemas"]["ContextStatus"];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                checkpointId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointWithStatus"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readCheckpointMessages: {
        parameters: {
            query?: {
                /** @description Number of the last message already read. */
                after?: number;
                /** @description Also translate messages of other formats into this format. */
                format?: "native" | "openai" | "responses" | "anthropic" | "ollama";
                /** @description Maximum messages on the page. Default: 100. */
                limit?: number;
            };
            header?: never;
            path: {
                checkpointId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestCompression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RequestCompression"];
            };
        };
        responses: {
            /** @description The compression ended within `waitMs`, or it already existed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompressionWithStatus"];
                };
            };
            /** @description The compression is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompressionWithStatus"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description compression_running */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCompressions: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of compressions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        compressions: components["schemas"]["Compression"][];
                        contextStatus: components["schemas"]["ContextStatus"];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCompression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                compressionId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The compression. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompressionWithStatus"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readContext: {
        parameters: {
            query?: {
                /** @description A message number: the context as it was last handed out while this message was the newest. */
                at?: number;
                /** @description Adds `entries`: each context entry with its rule and reason. */
                explain?: boolean;
                /** @description Format of the messages. Default: `native`. */
                format?: "native" | "openai" | "responses" | "anthropic" | "ollama";
                /** @description Tokens kept free for this reply. Default: the reserve of the session. */
                reserve?: number;
            };
            header?: {
                /** @description Return 304 if the context still has this ETag. */
                "If-None-Match"?: string;
                /** @description `off`: nothing is recalled for the newest message. Default: `auto`. */
                "X-Palimpsest-Recall"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The context. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Context"];
                };
            };
            /** @description The context has not changed. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description state_not_recorded */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description message_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readCut: {
        parameters: {
            query?: {
                /** @description Adds `words` to the entries after the unchanged beginning: the first words of what was sent. */
                words?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
                /** @description `version` of `context-rewritten`. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cut. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CutReport"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description state_not_recorded */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description message_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    detectDrift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DetectDrift"];
            };
        };
        responses: {
            /** @description The verdict, with each indicator and its reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drift"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explainContext: {
        parameters: {
            query?: {
                /** @description A context version. Adds `changes`: every cut since that version and its effect. */
                from?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportSession: {
        parameters: {
            query?: {
                /** @description Default: `json`. */
                format?: "json" | "jsonl" | "markdown";
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                    "application/x-ndjson": string;
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forkSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForkSession"];
            };
        };
        responses: {
            /** @description The fork. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description storage_quota_exceeded, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description state_not_recorded, external_id_taken, idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description window_exceeded, system_prompt_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGoals: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of goals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalList"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGoal"];
            };
        };
        responses: {
            /** @description The created goal. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedGoal"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description goal_exceeds_budget */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                goalId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateGoal"];
            };
        };
        responses: {
            /** @description The updated goal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedGoal"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description goal_exceeds_budget */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addGoalItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                goalId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddGoalItem"];
            };
        };
        responses: {
            /** @description The goal with the added item. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedGoal"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict, decision_locked */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description goal_exceeds_budget */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateGoalItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                goalId: string;
                itemId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateGoalItem"];
            };
        };
        responses: {
            /** @description The goal with the updated item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedGoal"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict, decision_locked */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description goal_exceeds_budget */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
                /** @description Only entries in this state. */
                state?: "open" | "done" | "superseded";
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contextStatus: components["schemas"]["ContextStatus"];
                        entries: components["schemas"]["LedgerEntry"][];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                        /** @description Tokens of the ledger in the context. */
                        tokens: number;
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readLog: {
        parameters: {
            query?: {
                /** @description Only events after this cursor. */
                after?: string;
                /** @description Format of the reply. Default: `json`, or `markdown` with `Accept: text/markdown`. */
                format?: "json" | "markdown";
                /** @description Number of newest events. Cannot be combined with `after` or `limit`. */
                last?: number;
                /** @description Maximum events on the page. Default: 500. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Log lines in order, and the cursor for the next read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Log"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description cursor_invalid */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readHistory: {
        parameters: {
            query?: {
                /** @description Number of the last message already read, as in `nextAfter`. Alternative to `from`. */
                after?: number;
                /** @description Also translate messages of other formats into this format. */
                format?: "native" | "openai" | "responses" | "anthropic" | "ollama";
                /** @description Number of the first message. Default: 1. */
                from?: number;
                /** @description Maximum messages on the page. Default: 100. */
                limit?: number;
                /** @description Number of the last message. Default: the newest. */
                to?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    appendMessages: {
        parameters: {
            query?: {
                /** @description A format: the reply also has the context to send to the model, as `GET …/context` returns it. */
                context?: "native" | "openai" | "responses" | "anthropic" | "ollama";
                /** @description `strict` (default) refuses what the provider of the format would refuse. `lenient` accepts what logs contain. Such a message is stored as received and rewritten whenever it is sent. */
                validation?: "strict" | "lenient";
            };
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
                /** @description `off`: nothing is recalled for the newest message. Default: `auto`. */
                "X-Palimpsest-Recall"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppendMessages"];
            };
        };
        responses: {
            /** @description The stored messages and the updated context status. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppendedMessages"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description storage_quota_exceeded, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description message_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pinMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the message. */
                seq: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is pinned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pin"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description message_not_in_context */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description message_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unpinMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the message. */
                seq: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is not pinned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pin"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOffloads: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of offloads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contextStatus: components["schemas"]["ContextStatus"];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                        offloads: components["schemas"]["Offload"][];
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOffload: {
        parameters: {
            query?: {
                /** @description `text` (the default): the exact text, with one line for each image and file. `json`: the exact JSON of the message. */
                as?: "text" | "json";
                /** @description Default: 20,000 characters or bytes, or 200 lines. Lines are returned whole, up to 1,000,000 characters in total. */
                limit?: number;
                /** @description Start of the range. Characters and bytes count from 0, lines from 1. */
                offset?: number;
                /** @description Unit of offset and limit: `characters` (UTF-16 code units, the default), `bytes` (UTF-8) or `lines`. */
                unit?: "characters" | "bytes" | "lines";
            };
            header?: never;
            path: {
                offloadId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested range. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OffloadContent"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOffloadedMedium: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the item in `media` of the original: 1, 2, 3 … */
                number: string;
                offloadId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decoded bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "application/pdf": string;
                    "audio/mp3": string;
                    "audio/mpeg": string;
                    "audio/wav": string;
                    "image/gif": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchOffload: {
        parameters: {
            query: {
                /** @description Maximum matches. Default: 20. */
                limit?: number;
                /** @description Start of the search, in characters. */
                offset?: number;
                /** @description Literal text to find. Case is ignored. */
                q: string;
            };
            header?: never;
            path: {
                offloadId: string;
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Matches and their positions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OffloadMatches"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    realign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message that was added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Realign"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description storage_quota_exceeded, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description message_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRecalls: {
        parameters: {
            query?: {
                after?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
                /** @description Only the decision for this message. */
                seq?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of decisions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contextStatus: components["schemas"]["ContextStatus"];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                        recalls: components["schemas"]["Recall"][];
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollOver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the session now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolledOver"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description message_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readSavings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The savings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Savings"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description Id of the last item of the previous page. */
                after?: string;
                /** @description Maximum items on the page. Default: 50. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of snapshots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contextStatus: components["schemas"]["ContextStatus"];
                        /** @description Value of `after` for the next page. Null on the last page. */
                        nextAfter: string | null;
                        snapshots: components["schemas"]["Snapshot"][];
                    };
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateSnapshot"];
            };
        };
        responses: {
            /** @description The snapshot. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotWithStatus"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description snapshots_disabled, too_many_snapshots, idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
                snapshotId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotWithStatus"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
                snapshotId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Requests with the same key and the same body are executed once. */
                "Idempotency-Key"?: string;
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
                snapshotId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the session now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readStatus: {
        parameters: {
            query?: {
                /** @description Format of the reply. Default: `json`, or `markdown` with `Accept: text/markdown`. */
                format?: "json" | "markdown";
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readSummary: {
        parameters: {
            query?: {
                /** @description Format of the reply. Default: `json`, or `markdown` with `Accept: text/markdown`. */
                format?: "json" | "markdown";
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReadingTools: {
        parameters: {
            query?: {
                /** @description Format of the definitions. Default: `openai`. */
                format?: "native" | "openai" | "responses" | "anthropic" | "ollama";
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The definitions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadingTools"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    callReadingTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadingToolCall"];
            };
        };
        responses: {
            /** @description The result for the model. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadingToolResult"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWatermark: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The boundary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatermarkWithStatus"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    markBoundary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Boundary"];
            };
        };
        responses: {
            /** @description The current boundary, and whether it moved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkedBoundary"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawMessages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuse the request with 412 unless the session has this version. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the session. */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Withdraw"];
            };
        };
        responses: {
            /** @description The withdrawn messages and the context status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description session_not_found, not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description withdrawal_refused */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description version_mismatch */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importSession: {
        parameters: {
            query?: {
                /** @description Default: that of a new session. */
                contextSize?: string;
                /** @description Which conversation of a log with several, counted from 1. */
                conversation?: number;
                externalId?: string;
                /** @description Scope of the imported session, which its standing entries join. Default: the one in the file, else none. */
                memoryScope?: string;
                /** @description Default: the model that the log names. */
                model?: string;
                /** @description Preset policy. Default: `checkpointed`. */
                preset?: "checkpointed" | "simple" | "tiered" | "watermark" | "truncate" | "off";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string;
                "application/jsonl": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description The imported session. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description storage_quota_exceeded, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description import_refused, window_exceeded, system_prompt_exceeds_window */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The created ticket. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description body_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description store_unavailable, issuer_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}

/** Paths that accept an Idempotency-Key. */
export const REPEATABLE_PATHS: ReadonlySet<string> = new Set([
    "/v1/sessions",
    "/v1/sessions/{sessionId}/fork",
    "/v1/sessions/{sessionId}/goals",
    "/v1/sessions/{sessionId}/goals/{goalId}/items",
    "/v1/sessions/{sessionId}/messages",
    "/v1/sessions/{sessionId}/realign",
    "/v1/sessions/{sessionId}/rollover",
    "/v1/sessions/{sessionId}/snapshots",
    "/v1/sessions/{sessionId}/snapshots/{snapshotId}/restore"
])
