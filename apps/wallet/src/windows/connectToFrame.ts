import { LatchkeyError } from '@latchkey/protocol'
import { callPort } from '../worker/callPort.ts'
import type { WindowCalls } from './WindowCalls.ts'

/** First message of a window to the frame that opened it, with a port; both are of the same origin. */
export const windowSignal = 'ew:window'

/** The calls as they travel: what resolves later is asked for by a call of its own. */
export type WireWindowCalls = Omit<WindowCalls, 'recoverWithOldDevice'> & {
  recoverWithOldDevice: (options: { code: string }) => Promise<{ matchNumber: string }>
  waitForOldDevice: () => Promise<{ address: string }>
}

/** Everything that a window may call. */
const names = [
  'describe',
  'decide',
  'recoverWithBackupCode',
  'recoverWithPassword',
  'recoverWithOldDevice',
  'waitForOldDevice',
  'security',
  'stepUp',
  'addPasskey',
  'createBackupCode',
  'confirmBackupCode',
  'addPassword',
  'removeFactor',
  'revokeDevice',
  'rotate',
  'startHandover',
  'waitForHandover',
  'approveHandover',
  'exportMnemonic',
  'exportPrivateKey',
  'exportKeystore',
  'importKey',
] as const satisfies readonly (keyof WireWindowCalls)[]

/**
 * Connects a window of the wallet (`/w/…`) to the frame that opened it. Waits until the frame answered `describe` once.
 *
 * @returns null when the window was not opened by a frame of the wallet; then it shows nothing but a sentence
 * @example
 * const calls = await connectToFrame({ window, page: 'approve' })
 */
export async function connectToFrame({
  window,
  page,
  timeout = 5_000,
}: {
  window: Pick<Window, 'opener' | 'origin' | 'setTimeout'>
  page: 'approve' | 'recover' | 'security' | 'export' | 'protect'
  /** Milliseconds to wait for the frame's first answer. */
  timeout?: number
}): Promise<WindowCalls | null> {
  if (!window.opener) return null
  const { port1, port2 } = new MessageChannel()
  const { calls, close } = callPort<WireWindowCalls>({ port: port1, names })
  window.opener.postMessage({ k: windowSignal, page }, window.origin, [port2])
  const late = new Promise<never>((_, reject) =>
    window.setTimeout(() => reject(new LatchkeyError('frame_timeout')), timeout),
  )
  try {
    await Promise.race([calls.describe(), late])
  } catch {
    close()
    port1.close()
    return null
  }
  return {
    ...calls,
    recoverWithOldDevice: async (options) => {
      const { matchNumber } = await calls.recoverWithOldDevice(options)
      return { matchNumber, done: calls.waitForOldDevice() }
    },
  }
}
