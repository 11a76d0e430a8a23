export const metadata = { title: 'Thank you · Lowfield' };

export default function Thanks() {
  return <h1>Thank you</h1>;
}
