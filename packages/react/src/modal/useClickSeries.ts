import { type MouseEvent, useRef } from 'react'

/**
 * Keeps a double click to the view in which it began: its second half is not meant for what the first one brought there, least of
 * all where that says "Confirm". A later click counts as usual.
 *
 * @param viewKey the view that stands there
 * @returns for `onClickCapture` of the element that holds all views
 */
export function useClickSeries(viewKey: string | undefined): (event: MouseEvent) => void {
  const began = useRef<string | undefined>(undefined)
  return (event) => {
    // The browser counts presses in `detail`; the keyboard's are 0.
    if (event.detail < 2) {
      began.current = viewKey
    } else if (began.current !== viewKey) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
}
