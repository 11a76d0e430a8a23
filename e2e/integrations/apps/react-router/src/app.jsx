import { identify, trackPurchase } from '@cvq/browser';
import { StrictMode } from 'react';
import {
  createBrowserRouter,
  Link,
  Outlet,
  RouterProvider,
  redirect,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';

function Layout() {
  return (
    <>
      <nav>
        <Link to="/">Home</Link> <Link to="/products">Products</Link> <Link to="/old">Old address</Link>
      </nav>
      <Outlet />
    </>
  );
}

function Home() {
  return (
    <>
      <title>Lowfield</title>
      <h1>Lowfield</h1>
    </>
  );
}

function Products() {
  const [, setSearch] = useSearchParams();
  return (
    <>
      <title>Products · Lowfield</title>
      <h1>Products</h1>
      <button type="button" onClick={() => setSearch({ sort: 'price' }, { replace: true })}>
        Sort by price
      </button>
      <Link to="/products/boots">Boots</Link>
    </>
  );
}

function Product() {
  const { slug } = useParams();
  const navigate = useNavigate();
  const name = slug[0].toUpperCase() + slug.slice(1);
  function pay() {
    identify('customer-7');
    trackPurchase({ orderId: '1042', value: 59.7, currency: 'EUR' });
    navigate('/thanks');
  }
  return (
    <>
      <title>{`${name} · Lowfield`}</title>
      <h1>{name}</h1>
      <button
        type="button"
        data-service-event="click"
        data-service-event-name="add_to_cart"
        data-service-value="59.70"
        data-service-currency="EUR"
      >
        Add to cart
      </button>
      <button type="button" onClick={pay}>
        Pay
      </button>
    </>
  );
}

function Thanks() {
  return (
    <>
      <title>Thank you · Lowfield</title>
      <h1>Thank you</h1>
    </>
  );
}

const router = createBrowserRouter([
  {
    Component: Layout,
    children: [
      { path: '/', Component: Home },
      { path: '/products', Component: Products },
      { path: '/products/:slug', Component: Product },
      { path: '/thanks', Component: Thanks },
      { path: '/old', loader: () => redirect('/products') },
    ],
  },
]);

export function App() {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
