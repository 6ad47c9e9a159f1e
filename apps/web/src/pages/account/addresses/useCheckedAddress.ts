import { type CheckedAddress, checkAddress } from '@latchkey/core/addresses'
import { LatchkeyError } from '@latchkey/protocol'
import { type UseNamesReturnType, useNames } from '@latchkey/react'
import { useEffect, useState } from 'react'

/** How long the typing rests before a name is looked up (milliseconds). */
const rest = 300

/** What a text is as an address, or whom a name stands for, a moment after it was typed; undefined until that is known. */
export function useCheckedAddress(text: string): CheckedAddress | undefined {
  const { resolve } = useNames()
  const [checked, setChecked] = useState<{ text: string; result: CheckedAddress }>()
  useEffect(() => {
    let isOver = false
    const check = async () => {
      const result = isName(text) ? await resolveName(text, resolve) : await checkAddress(text)
      if (!isOver) setChecked({ text, result })
    }
    const run = () =>
      check().catch(() => {
        // What checks could not be fetched: the server checks too.
      })
    const timer = setTimeout(() => void run(), isName(text) ? rest : 0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text, resolve])
  return checked?.text === text ? checked.result : undefined
}

/** A name has a dot, and no address has one. */
function isName(text: string): boolean {
  return /.\.[^.]/.test(text)
}

/** The address that is saved is the one that the name has now: a later owner of the name does not get what is sent. */
async function resolveName(name: string, resolve: UseNamesReturnType['resolve']): Promise<CheckedAddress> {
  try {
    const { address } = await resolve({ name })
    return { status: 'ok', namespace: 'eip155', address, isChecked: true }
  } catch (error) {
    if (error instanceof LatchkeyError) return { status: 'none' }
    throw error
  }
}
