import type { EventData } from '../../domain/event-data.js'
import type { PolicyOverrides } from '../../domain/session/policy-overrides.js'
import type { Preset } from '../../domain/session/policy.js'
import type { Quotas } from '../../domain/quota.js'
import type { AuditEntry } from './key-port.js'

/** Settings of an app. [10.3] */
export interface AppSettings {
  /** Preset of sessions that name none; null: the default of the service. */
  preset: Preset | null
  /** Overrides of that preset; null: none. */
  policy: PolicyOverrides | null
  /** Days without activity after which a session is scheduled for deletion; null: sessions stay. */
  retentionDays: number | null
  quotas: Quotas
}

/** What an app stores. Bytes are estimates: its share of the rows of each table. */
export interface AppUsage {
  sessions: number
  messages: number
  estimatedBytes: { messages: number; search: number; events: number; total: number }
  /** Bytes of the whole database, of all apps. */
  databaseBytes: number
}

/** What the deletion of a session removed. `reductions`: reduced parts with their originals, offloads included. */
export type Removed = Omit<EventData['session-deleted'], 'by'>

export interface AppStore {
  /** Returns null for an unknown app. */
  appSettings(appId: string): Promise<AppSettings | null>
  /** Changes the settings given. Returns null for an unknown app. */
  changeAppSettings(appId: string, changes: Partial<AppSettings>, audit?: AuditEntry): Promise<AppSettings | null>
  appUsage(appId: string): Promise<AppUsage>
  /** Returns sessions idle for as long as their app keeps them, whose deletion is not scheduled, longest idle first. */
  idleSessions(now: Date, limit: number): Promise<{ id: string; retentionDays: number; lastActivityAt: Date }[]>
  /** Returns sessions whose scheduled deletion is due and that had no activity since. Withdraws the notices of
   * those that had. */
  expiredSessions(now: Date, limit: number): Promise<{ id: string; lastActivityAt: Date }[]>
}
