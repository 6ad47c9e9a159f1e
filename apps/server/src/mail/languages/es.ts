import type { MailCatalog } from './MailCatalog.ts'

export const es: MailCatalog = {
  direction: 'ltr',
  labels: { app: 'Aplicación', site: 'Sitio', device: 'Dispositivo', time: 'Hora' },
  texts: {
    loginCode: {
      subject: 'Tu código para entrar en {app}',
      body: 'Introduce este código para iniciar sesión en {app}.',
    },
    deviceLink: {
      subject: 'Aprueba un dispositivo para {app}',
      body: 'Un dispositivo quiere iniciar sesión en {app} con tu dirección. Abre el enlace y escribe los dos dígitos que muestra el dispositivo.',
      action: 'Revisar el dispositivo',
    },
    stepUpCode: {
      subject: 'Tu código de confirmación para {app}',
      body: 'Introduce este código para confirmar en {app} que eres tú.',
    },
    emailChangeOldCode: {
      subject: 'Tu código para cambiar de dirección en {app}',
      body: 'Introduce este código para que {newEmail} sustituya a esta dirección al iniciar sesión en tu cuenta.',
    },
    emailChangeNewCode: {
      subject: 'Confirma tu nueva dirección para {app}',
      body: 'Introduce este código para iniciar sesión en {app} con esta dirección a partir de ahora.',
    },
    emailChanged: {
      subject: 'Tu dirección en {app} ha cambiado',
      body: 'A partir de ahora inicias sesión en {app} con {newEmail}. Durante {hours} horas puedes deshacer el cambio aquí; entonces se cerrará la sesión en todos los dispositivos.',
      action: 'Deshacer el cambio',
    },
    passwordTried: {
      subject: 'Se probó una contraseña para tu wallet de {app}',
      body: 'Un dispositivo que no tiene tu wallet intentó abrirla con una contraseña. Fue el intento {count} de {limit} en 24 horas.',
    },
    walletRecovered: {
      subject: 'Tu wallet de {app} se abrió en un dispositivo nuevo',
      body: 'La wallet de tu cuenta se abrió en un dispositivo que antes no la tenía.',
    },
    walletExported: {
      subject: 'Tu wallet de {app} se exportó',
      body: 'Exportado: {kind}. Quien lo tenga puede gastar todo lo que hay en la wallet.',
    },
    walletExportedOffline: {
      subject: 'Tu wallet de {app} se exportó mientras el servidor no respondía',
      body: 'Exportado en el dispositivo de abajo: {kind}. El dispositivo no podía contactar con el servidor y lo comunica ahora. Quien lo tenga puede gastar todo lo que hay en la wallet.',
    },
    recoveryAdded: {
      subject: 'Tu wallet de {app} tiene una nueva forma de recuperación',
      body: 'Añadido: {kind}. Permite abrir tu wallet en un dispositivo nuevo.',
    },
    recoveryRemoved: {
      subject: 'Se eliminó una forma de recuperar tu wallet de {app}',
      body: 'Eliminado: {kind}. Ya no permite abrir tu wallet.',
    },
    newDevice: {
      subject: 'Un dispositivo nuevo inició sesión en {app}',
      body: 'Un dispositivo que tu cuenta no conocía ha iniciado sesión. Si has sido tú, no hay nada que hacer. Si no, termina esta sesión ahora.',
      action: 'Terminar esta sesión',
    },
    deviceRevoked: {
      subject: 'Se cerró la sesión de un dispositivo en {app}',
      body: 'El dispositivo indicado abajo ya no tiene sesión y no puede abrir tu wallet.',
    },
    walletRotated: {
      subject: 'Tu wallet de {app} tiene una clave nueva',
      body: 'Tu wallet tiene una clave nueva. Hay que volver a añadir los demás dispositivos; la dirección y el saldo no cambian. Durante {days} días puedes deshacer el cambio aquí; entonces se cerrará la sesión en todos los dispositivos.',
      action: 'Deshacer el cambio',
    },
    walletRestored: {
      subject: 'Se deshizo un cambio de clave de tu wallet de {app}',
      body: 'Tu wallet vuelve a abrirse como antes de cambiar su clave. Se cerró la sesión en todos los dispositivos; inicia sesión de nuevo en los tuyos.',
    },
    newWalletCode: {
      subject: 'Tu código para una nueva wallet de {app}',
      body: 'Un dispositivo pide una wallet nueva y vacía para tu inicio de sesión. Esto no abre tu wallet {address}: queda como está y solo se abre en un dispositivo que la tenga. Introduce este código en el dispositivo de abajo para continuar.',
    },
    loginMoved: {
      subject: 'Tu inicio de sesión en {app} tiene una wallet nueva',
      body: 'Los dispositivos nuevos que inicien sesión con tu cuenta reciben a partir de ahora una wallet nueva y vacía. Tu wallet {address} no ha cambiado: se abre en todos los dispositivos que la tienen. Durante {days} días puedes volver atrás aquí.',
      action: 'Volver atrás',
    },
    loginReturned: {
      subject: 'Tu inicio de sesión en {app} vuelve a llevar a la wallet anterior',
      body: 'Los dispositivos nuevos que inicien sesión con tu cuenta reciben de nuevo la wallet anterior. No se ha cambiado ninguna wallet, y cada una se abre en los dispositivos que la tienen. Durante {days} días puedes deshacerlo aquí.',
      action: 'Deshacer',
    },
    identityAdded: {
      subject: 'Se añadió una forma de iniciar sesión en {app}',
      body: 'Añadido: {kind}. A partir de ahora también puedes usarlo para iniciar sesión en tu cuenta. Si no lo reconoces, elimínalo en tu wallet, en «Formas de iniciar sesión».',
    },
    identityRemoved: {
      subject: 'Se eliminó una forma de iniciar sesión en {app}',
      body: 'Eliminado: {kind}. Ya no permite iniciar sesión en tu cuenta y se cerró la sesión en los dispositivos que lo usaban.',
    },
  },
  codeLife: 'El código sirve una sola vez, durante {minutes} minutos.',
  linkLife: 'El enlace sirve una sola vez, durante {minutes} minutos.',
  linkDays: 'El enlace sirve una sola vez, durante {days} días.',
  notYouCode: 'Si no fuiste tú, ignora este correo y no des el código a nadie. Nadie de {app} te lo pedirá nunca.',
  notYouLink: 'Si no fuiste tú, no abras el enlace. Sin ti, el dispositivo se queda fuera.',
  notYouNotice:
    'Si no fuiste tú, protege tu buzón de inmediato; después inicia sesión en {app} y elimina los dispositivos que no conozcas.',
  footer: 'Este correo se envió automáticamente por una acción en {app}. Las respuestas no se leen.',
  kinds: {
    passkey: 'llave de acceso',
    backupCode: 'código de respaldo',
    password: 'contraseña',
    mnemonic: 'frase de recuperación',
    privateKey: 'clave privada',
    keystore: 'archivo de clave cifrado',
    email: 'dirección de correo',
  },
}
