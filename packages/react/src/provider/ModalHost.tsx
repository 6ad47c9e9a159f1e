import { useEffect, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useTheme } from '../hooks/useTheme.ts'
import { useReadable } from '../store/useReadable.ts'
import { useSelected } from '../store/useSelected.ts'

/** The modal's place on the page: nothing until its code is wanted, then the modal itself. */
export function ModalHost() {
  const { latchkey, loader, locale, textsReady, loadTexts } = useLatchkeyContext()
  const { resolvedMode, variables } = useTheme()
  const { status, ModalRoot, embedded } = useReadable(loader)
  const wanted = useSelected(latchkey.modal, (state) => state.open || state.toast !== undefined, false)

  useEffect(() => {
    if (wanted && status === 'idle') loader.preload()
  }, [wanted, status, loader])

  const isConnecting = useSelected(
    latchkey.modal,
    ({ open, history }) => open && history.at(-1)?.name === 'Connect',
    false,
  )
  useEffect(() => {
    // What the first view offers comes beside the modal's code, and not after it.
    if (!isConnecting) return
    latchkey.wallets.prepare()
    latchkey.social.prepare()
  }, [isConnecting, latchkey])

  const isNear = wanted || status !== 'idle'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new opening asks again
  useEffect(() => {
    // Beside the modal's code; again when it is opened once more after a failure.
    if (isNear) loadTexts()
  }, [wanted, isNear, loadTexts])

  const { accent = '' } = variables
  useEffect(() => {
    // The wallet's own card is drawn by another origin: it is told how to look, within its limits.
    const isColour = /^#[0-9a-f]{6}$/i.test(accent)
    const language = locale.replace(/-[ux]-.*/, '')
    latchkey.email.setAppearance({ mode: resolvedMode, language, ...(isColour ? { accent } : {}) })
  }, [latchkey, resolvedMode, accent, locale])

  useEffect(() => {
    // No code, no dialog: whoever waits for `open()` gets its answer, and the buttons say what happened.
    if (status === 'failed' && latchkey.modal.getState().open) latchkey.modal.close()
  }, [status, latchkey])

  // The first opening waits for its texts; when the language changes later, the texts that are there stay until then.
  const [shown, setShown] = useState(false)
  if (!shown && textsReady && ModalRoot !== undefined) setShown(true)
  return shown && ModalRoot !== undefined && embedded === 0 ? <ModalRoot /> : null
}
