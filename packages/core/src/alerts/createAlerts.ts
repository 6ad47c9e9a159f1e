import type { ErrorCode, LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ModalFeature } from '../modal/ModalFeature.ts'

/** Reports configuration errors of the app. */
export type Alerts = {
  /** Reports a refusal that a configuration error may cause. */
  note: (error: LatchkeyError) => void
  destroy: () => void
}

/**
 * Creates the alerts. Each is reported once, in the modal and in the console. A refusal is reported immediately; errors of the
 * configuration itself when the modal first opens. The texts load with the first alert.
 */
export function createAlerts({
  context: { config, load },
  modal,
}: {
  context: CoreContext
  modal: Pick<ModalFeature, 'alert' | 'subscribe'>
}): Alerts {
  const told = new Set<ErrorCode>()
  const look = (error?: LatchkeyError) => {
    load(() => import('./findAlerts.ts')).then(
      ({ tellAlerts }) => tellAlerts({ config, error, modal, told }),
      // Without the texts there is no alert. The failure itself is in another state.
      () => {},
    )
  }
  const stop = modal.subscribe(({ open }) => {
    if (!open) return
    stop()
    look()
  })
  return {
    note: (error) => {
      if (/^(origin|project|network_not_c|session_not|embedded|relay_r|siwx_co)/.test(error.code)) look(error)
    },
    destroy: stop,
  }
}
