import { makeReport } from './makeReport.ts'

try {
  process.stdout.write(`${await makeReport({ words: process.argv.slice(2), env: process.env })}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
