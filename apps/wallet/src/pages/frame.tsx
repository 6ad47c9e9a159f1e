document.title = 'Latchkey wallet'
