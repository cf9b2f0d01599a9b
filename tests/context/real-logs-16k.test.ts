import { testRealLogs } from '../support/real-logs.js'

testRealLogs('16K')
