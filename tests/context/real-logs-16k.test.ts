import { testRealLogs } from '../support/real-logs.js'

testRealLogs('', () => ({ contextSize: '16K', auditEvery: 12, readEvery: 16 }), 1)
