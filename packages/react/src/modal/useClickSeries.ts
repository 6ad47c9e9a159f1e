import { type MouseEvent, useRef } from 'react'

/**
 * Drops the second half of a double click if the first half opened another view, because that view can have a "Confirm" button in the
 * same place. A later click counts as usual.
 *
 * @param viewKey key of the current view
 * @returns handler for `onClickCapture` of the element that contains all views
 */
export function useClickSeries(viewKey: string | undefined): (event: MouseEvent) => void {
  const began = useRef<string | undefined>(undefined)
  return (event) => {
    // The browser counts presses in `detail`. A click by keyboard has 0.
    if (event.detail < 2) {
      began.current = viewKey
    } else if (began.current !== viewKey) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
}
