import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Serves the files of a folder on a free port of this machine, from a separate process. */
export async function serveFolder({
  folder,
}: {
  folder: string
}): Promise<{ url: string; close: () => Promise<void> }> {
  const program = fileURLToPath(new URL('./staticServer.mjs', import.meta.url))
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(Number(data)))
    exited.then(() => reject(new Error('The static server did not start')))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}
