import { LatchkeyProvider } from '@latchkey/react'
import { createRoot } from 'react-dom/client'
import { startStandardApp } from './standardApp.ts'
import { latchkey } from './standardKit.ts'

// The provider renders the modal for the login. The app itself has no code for the kit.
const element = document.getElementById('kit')
if (!element) throw new Error('standard.html has no #kit')
createRoot(element).render(<LatchkeyProvider latchkey={latchkey}>{null}</LatchkeyProvider>)
startStandardApp()
