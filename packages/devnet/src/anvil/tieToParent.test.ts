import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isRunning, markProcess } from '../../../../scripts/lib/processMark.mjs'
import { until } from '../test/until.ts'
import { tieToParent } from './tieToParent.ts'

/** Starts a process that ties a sleeping one to itself, says its number, and waits. */
async function parentWithChild({ useKernel }: { useKernel: boolean }) {
  const module = new URL('./tieToParent.ts', import.meta.url).href
  const source = `
    import { spawn } from 'node:child_process'
    import { tieToParent } from ${JSON.stringify(module)}
    const command = await tieToParent({ command: ['sleep', '600'], whenOrphaned: 'kill', useKernel: ${useKernel} })
    const child = spawn(command.file, command.arguments, { stdio: 'ignore', detached: true })
    command.watch(child.pid)
    console.log(child.pid)
    setInterval(() => {}, 1000)
  `
  const parent = spawn(process.execPath, ['--conditions=dev', '--import', 'tsx', '--input-type=module', '-e', source], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve, reject) => {
    parent.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString('utf8'))))
    parent.once('exit', () => reject(new Error('the parent ended')))
  })
  return { parent, mark: markProcess(pid) }
}

describe('tieToParent', () => {
  it.each([
    ['the kernel', true],
    ['a shell', false],
  ])('behavior: with the help of %s, a child ends when its parent is killed', async (_, useKernel) => {
    const { parent, mark } = await parentWithChild({ useKernel })
    expect(isRunning(mark)).toBe(true)
    parent.kill('SIGKILL')
    await until({ what: 'the end of the child', condition: () => !isRunning(mark) })
  })

  it('behavior: with the help of the kernel, a child whose parent died before it asked does not begin', async () => {
    const began = async (commandLine: readonly string[]) => {
      // A shell between the two: the command's parent is not the one that it was tied to.
      const shell = spawn('/bin/sh', ['-c', '"$@"; true', 'sh', ...commandLine], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      shell.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8')
      })
      await once(shell, 'close')
      return said
    }
    const command = ['echo', 'began'] as const
    const tied = await tieToParent({ command, whenOrphaned: 'kill', useKernel: true })
    expect(await began(command)).toBe('began\n')
    expect(await began([tied.file, ...tied.arguments])).toBe('')
  })
})
