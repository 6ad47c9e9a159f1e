import type { Page } from '../environment/Environment.ts'
import type { DeviceSignals } from './DeviceFacts.ts'

/** The properties of a window that describe the device. */
type DevicePage = {
  readonly navigator?: { readonly userAgent?: string; readonly maxTouchPoints?: number; readonly standalone?: boolean }
  readonly parent?: unknown
  readonly ethereum?: unknown
  readonly TelegramWebviewProxy?: unknown
  readonly TelegramWebviewProxyProto?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
  readonly matchMedia?: (query: string) => { readonly matches: boolean }
}

/**
 * Reads the device data of a page. Without a page, as on a server, it is a desktop without a wallet.
 *
 * @param options.page the environment's page
 */
export function readDeviceSignals({ page }: { page: Page | undefined }): DeviceSignals {
  const source: DevicePage = page ?? {}
  const { navigator } = source
  const initData = source.Telegram?.WebApp?.initData
  return {
    userAgent: navigator?.userAgent ?? '',
    maxTouchPoints: navigator?.maxTouchPoints ?? 0,
    hasFlag: (name) => {
      const wallet: unknown = source.ethereum
      return typeof wallet === 'object' && wallet !== null && (wallet as Record<string, unknown>)[name] === true
    },
    // Telegram's script can be on any page. Only inside Telegram does it have data, or a bridge to the app.
    telegram:
      source.TelegramWebviewProxy !== undefined ||
      source.TelegramWebviewProxyProto !== undefined ||
      (typeof initData === 'string' && initData !== ''),
    inIframe: source.parent !== undefined && source.parent !== page,
    standalone: navigator?.standalone === true || source.matchMedia?.('(display-mode: standalone)').matches === true,
  }
}
