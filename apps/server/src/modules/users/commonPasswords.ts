/**
 * Words that people choose as passwords, which the list of the library lacks: it is mostly English. They are in lower
 * case, without digits and signs at the end.
 */
export const COMMON_WORDS = `
abcdef adminadmin changeme default iloveyou letmein temporary testtest welcome autumn january february march april
august september october november december monday friday
qwertz qwertzu qwertzuiop asdfgh yxcvbn yxcvbnm passwort kennwort geheim geheimnis willkommen hallo hallohallo
schatz schatzi ichliebedich liebe sonne sonnenschein sommer winter fruehling frühling herbst januar februar märz
juni juli oktober dezember montag freitag fussball fußball bayern münchen muenchen berlin hamburg schalke dortmund
deutschland mausi schnuffel computer firma anmeldung zugang test start neu
azerty azertyuiop azertyui qsdfgh wxcvbn motdepasse bonjour bienvenue soleil doudou loulou chouchou jetaime amour
marseille paris france princesse nicolas coucou salut printemps ete automne hiver janvier fevrier mars avril juin
juillet aout septembre octobre novembre decembre secret entreprise
пароль привет любовь йцукен йцукенг фывапр ячсмить россия москва солнышко наташа марина максим андрей сергей
кристина секрет админ добропожаловать лето зима весна осень parol privet lubov marina natasha nastya rossiya
moskva solnyshko spartak zenit
woaini woaiwojia nihao mima wodemima zhongguo beijing shanghai qwerasdf wangyut xiaoming asdasd qweqwe qazwsx
woshishui iloveu zxcvbn 密码 我爱你 你好 我的密码 爱你一生一世
pasuwado sakura arashi doraemon aishiteru konnichiwa ohayou nihon nippon tokyo himitsu arigatou pokemon naruto
momoko takahiro ぱすわーど パスワード さくら ありがとう こんにちは ひみつ あいしてる
sarang saranghae annyeong hanguk korea seoul bimilbeonho qlalfqjsgh dkssud tkfkd tkfkdgo ghkdlxld 비밀번호 사랑해
사랑 안녕 안녕하세요 대한민국
sayang sayangku cintaku cinta bismillah alhamdulillah rahasia katasandi indonesia jakarta garuda bandung selamat
selamatdatang admin123 ganteng cantik akucintakamu terserah
`
  .trim()
  .split(/\s+/);

/** The rows of keyboards. Attackers try passwords that follow one early. */
export const KEYBOARD_ROWS = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiopü',
  'asdfghjklöä',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ',
] as const;
