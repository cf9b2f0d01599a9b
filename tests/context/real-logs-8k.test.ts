import { testRealLogs } from '../support/real-logs.js'

testRealLogs('8K')
