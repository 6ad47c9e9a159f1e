import { useEffect, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useTheme } from '../hooks/useTheme.ts'
import { useReadable } from '../store/useReadable.ts'
import { useSelected } from '../store/useSelected.ts'

/** Renders the modal once its code has loaded. */
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
    // The data of the first view loads in parallel with the modal's code.
    if (!isConnecting) return
    latchkey.wallets.prepare()
    latchkey.social.prepare()
  }, [isConnecting, latchkey])

  const isNear = wanted || status !== 'idle'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another opening loads again
  useEffect(() => {
    // In parallel with the modal's code. Again after a failure, when the modal opens the next time.
    if (isNear) loadTexts()
  }, [wanted, isNear, loadTexts])

  const { accent = '' } = variables
  useEffect(() => {
    // Another origin draws the wallet's card. It gets the theme as data, within limits.
    const isColour = /^#[0-9a-f]{6}$/i.test(accent)
    const language = locale.replace(/-[ux]-.*/, '')
    latchkey.email.setAppearance({ mode: resolvedMode, language, ...(isColour ? { accent } : {}) })
  }, [latchkey, resolvedMode, accent, locale])

  useEffect(() => {
    // Without the code there is no dialog. Resolve `open()`; the buttons show the failure.
    if (status === 'failed' && latchkey.modal.getState().open) latchkey.modal.close()
  }, [status, latchkey])

  // The first opening waits for its texts. After a later change of the language, the old texts stay until the new ones arrive.
  const [shown, setShown] = useState(false)
  if (!shown && textsReady && ModalRoot !== undefined) setShown(true)
  return shown && ModalRoot !== undefined && embedded === 0 ? <ModalRoot /> : null
}
