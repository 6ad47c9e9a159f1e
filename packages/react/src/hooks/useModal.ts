import type { ModalFeature, ViewName } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useSelected } from '../store/useSelected.ts'

export type UseModalReturnType = {
  isOpen: boolean
  /** The open view. */
  view: ViewName | undefined
  open: ModalFeature['open']
  close: () => void
  /** Fetches the modal's code before a click. Pass it to `onPointerEnter` and `onFocus` of your button. */
  preload: () => void
}

/**
 * Opens and closes the modal.
 *
 * @example
 * const { open, preload } = useModal()
 * <button onPointerEnter={preload} onFocus={preload} onClick={() => open()}>Connect</button>
 */
export function useModal(): UseModalReturnType {
  const { latchkey, loader } = useLatchkeyContext()
  const isOpen = useSelected(latchkey.modal, (state) => state.open, false)
  const view = useSelected(latchkey.modal, (state) => state.history.at(-1)?.name, undefined)
  return useMemo(() => {
    const { modal } = latchkey
    return {
      isOpen,
      view,
      open: (options) => {
        loader.preload()
        return modal.open(options)
      },
      close: () => modal.close(),
      preload: loader.preload,
    }
  }, [isOpen, view, latchkey, loader])
}
