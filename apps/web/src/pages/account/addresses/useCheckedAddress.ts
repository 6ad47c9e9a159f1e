import { type CheckedAddress, checkAddress } from '@latchkey/core/addresses'
import { useEffect, useState } from 'react'

/** What a text is as an address, a moment after it was typed; undefined until that is known. */
export function useCheckedAddress(text: string): CheckedAddress | undefined {
  const [checked, setChecked] = useState<{ text: string; result: CheckedAddress }>()
  useEffect(() => {
    let isOver = false
    checkAddress(text).then(
      (result) => {
        if (!isOver) setChecked({ text, result })
      },
      () => {
        // What checks could not be fetched: the server checks too.
      },
    )
    return () => {
      isOver = true
    }
  }, [text])
  return checked?.text === text ? checked.result : undefined
}
