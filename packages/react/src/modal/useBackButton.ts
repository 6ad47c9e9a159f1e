import { useCallback, useEffect } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { canGoBack } from './canGoBack.ts'

/** Has the browser's Back button lead back inside the modal. @returns one step back */
export function useBackButton(): () => void {
  const { latchkey } = useModalScope()
  const goBack = useCallback(() => {
    const { modal } = latchkey
    if (canGoBack(latchkey)) modal.goBack()
    else modal.close()
  }, [latchkey])
  useEffect(() => {
    const following = import('./followHistory.ts').then(
      ({ followHistory }) => followHistory({ modal: latchkey.modal, goBack }),
      // Without its code Back leads where it always did.
      () => () => {},
    )
    return () => void following.then((stop) => stop())
  }, [latchkey, goBack])
  return goBack
}
