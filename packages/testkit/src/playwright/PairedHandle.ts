import { createClientEnvironment } from '@latchkey/walletconnect'
import type { Locator } from '@playwright/test'
import { WebSocket } from 'ws'
import { createPairedWallet } from '../paired/createPairedWallet.ts'
import type { PairedWallet, PairedWalletParameters } from '../paired/PairedWallet.ts'
import { readCopied } from './readCopied.ts'
import { readQrCode } from './readQrCode.ts'

/** A wallet on another device. It runs outside the browser, in the process of the tests. */
export type PairedHandle = PairedWallet & {
  /**
   * Reads a code on the page like a phone's camera, and takes it.
   *
   * @throws Error if no code can be read there; LatchkeyError as `pair`
   */
  scan: (locator: Locator) => Promise<void>
  /**
   * Presses the page's button that copies the code, and takes the code.
   *
   * @throws Error if nothing was copied; LatchkeyError as `pair`
   */
  paste: (button: Locator) => Promise<void>
}

/** Creates a paired wallet in the process of the tests. */
export function createPairedHandle(parameters: PairedWalletParameters): PairedHandle {
  const environment = createClientEnvironment({ openSocket: (url) => new WebSocket(url) })
  const wallet = createPairedWallet({ environment, ...parameters })
  return {
    ...wallet,
    scan: async (locator) => wallet.pair(await readQrCode({ locator })),
    paste: async (button) => wallet.pair(await readCopied({ button })),
  }
}
