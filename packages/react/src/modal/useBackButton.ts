import { useCallback, useEffect } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { canGoBack } from './canGoBack.ts'

/** Makes the browser's Back button go back in the modal. @returns function that goes back one view */
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
      // If the code fails to load, Back works as it does without the modal.
      () => () => {},
    )
    return () => void following.then((stop) => stop())
  }, [latchkey, goBack])
  return goBack
}
