import Link from 'next/link';

export const metadata = { icons: 'data:,' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/">Home</Link> <Link href="/products">Products</Link>{' '}
          <Link href="/old">Old address</Link>
        </nav>
        {children}
      </body>
    </html>
  );
}
