import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '../../scripts/runCommand.ts'
import { auditUsage, runAuditCommand } from './runAuditCommand.ts'
import { keysUsage, runKeysCommand } from './runKeysCommand.ts'

const { argv, exitCode } = process
afterEach(() => {
  process.argv = argv
  process.exitCode = exitCode
  vi.restoreAllMocks()
})

/** Runs a command as its process does. */
function call(args: readonly string[], command: Parameters<typeof runCommand>[0]) {
  process.argv = [...argv.slice(0, 2), ...args]
  const folder = process.cwd()
  onTestFinished(() => process.chdir(folder))
  const output = vi.spyOn(console, 'log').mockImplementation(() => {})
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  runCommand(command)
  return { output, errors }
}

test.each(['--help', '-h'])('behavior: %s prints the usage and runs nothing', (flag) => {
  const { output, errors } = call(['rotate', flag], { run: runKeysCommand, usage: keysUsage })
  expect(output.mock.calls).toEqual([[`Use: ${keysUsage}`]])
  expect(errors).not.toHaveBeenCalled()
  expect(process.exitCode).toBe(exitCode)
})

test('error: an unknown option is named, with the usage', async () => {
  const { errors } = call(['verify', '--anchor', 'x'], { run: runAuditCommand, usage: auditUsage })
  await expect.poll(() => errors.mock.calls.flat().join('\n')).toContain(`Use: ${auditUsage}`)
  expect(errors.mock.calls.flat().join('\n')).toContain("Unknown option '--anchor'")
  expect(process.exitCode).toBe(1)
})
