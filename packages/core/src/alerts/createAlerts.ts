import type { ErrorCode, LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ModalFeature } from '../modal/ModalFeature.ts'

/** Tells of what is wrong with the app's own set-up. */
export type Alerts = {
  /** Looks at a refusal, and tells of it when the set-up is to blame. */
  note: (error: LatchkeyError) => void
  destroy: () => void
}

/**
 * Makes the alerts: each is told once, in the modal and in the console. What a refusal shows is told at once, what the
 * configuration itself shows when the modal is first opened; the words come with the first one.
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
      // Without the words there is nothing to say; the failure itself has its own state.
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
