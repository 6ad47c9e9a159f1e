import { useModal } from '@latchkey/react'
import { useEffect } from 'react'
import { takeFirstPress } from '../first/firstButton.ts'

/** Opens the modal if the visitor pressed the first button before the site had loaded. */
export function FirstPress() {
  const { open } = useModal()
  useEffect(() => {
    if (takeFirstPress()) void open()
  }, [open])
  return null
}
