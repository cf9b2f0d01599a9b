import { testRealLogs } from '../support/real-logs.js'

testRealLogs('', () => ({ contextSize: '8K', auditEvery: 12, readEvery: 10 }), 0)
