/** The program of a thread: the pool calls it with one task at a time. */
export { runTask as default } from './run-task.js'
