import { testRealLogs } from '../support/real-logs.js'

testRealLogs('', () => ({ contextSize: '8K', auditEvery: 3 }))
